import { JSDOM } from 'jsdom'
import { expect, test } from 'vitest'
import { paise, rupees } from '~/domain/money'
import { DeskPanel } from '~/features/flow/desk-panel'
import { TakePayment } from '~/features/front-desk/take-payment'
import { drawn } from '../support/drawn'

/** The words of the tick by which an edit is told to its customer. */
async function tickOf(moved: boolean): Promise<string> {
  const total = rupees(1_499)
  const panel = (
    <DeskPanel
      step={{
        ...{ attempt: 'attempt', version: 1, total, mark: 'a.b.c.d', advance: rupees(999), mode: 'cash' as const },
        ...{ note: '', fullPayment: false, moved, becomes: '', moves: [], mail: 'meera@gmail.com' },
        ...{
          money: { received: rupees(999), online: rupees(999), completed: paise(0) },
          rows: [],
          takenBack: paise(0),
        },
      }}
      asksApproval={false}
      answer={undefined}
    />
  )
  const words = (await drawn({ element: panel })).replace(/<[^>]+>/g, '|')
  return /Tell the customer [^|]*/.exec(words)?.[0] ?? ''
}

test('the tick of an edit names all that it silences, and of a move that as well', async () => {
  const always = 'when money comes, goes back or is struck out, or their address or number is new (meera@gmail.com)'
  expect(await tickOf(false)).toBe(`Tell the customer ${always}`)
  expect(await tickOf(true)).toBe(`Tell the customer the new date, time or place, and ${always}`)
})

test('what is due is taken by any of three ways alike, none of which looks chosen', async () => {
  const panel = (
    <TakePayment booking="b" due={rupees(500)} underWay={paise(0)} upi={null} entry="e" answer={undefined} />
  )
  const { document } = new JSDOM(await drawn({ element: panel })).window
  const ways = [...document.querySelectorAll('[name=mode]:not([value=""])')]
  expect(ways.map(({ textContent }) => textContent)).toEqual(['Cash', 'UPI', 'Card'])
  expect(new Set(ways.map(({ className }) => className)).size).toBe(1)
  const legend = ways[0]?.closest('fieldset')?.querySelector('legend')
  expect([legend?.textContent, legend?.className]).toEqual(['Take it by', expect.not.stringContaining('sr-only')])
})

test('what may come from the customer’s bank is said before it is taken at the desk as well', async () => {
  const said = async (underWay: number) => {
    const sums = { due: rupees(500), underWay: paise(underWay) }
    const panel = <TakePayment booking="b" {...sums} upi={null} entry="e" answer={undefined} />
    return (await drawn({ element: panel })).replace(/<[^>]+>/g, '')
  }
  expect(await said(rupees(300))).toContain('₹300 may be under way from the customer’s bank')
  expect(await said(0)).not.toContain('under way')
})
