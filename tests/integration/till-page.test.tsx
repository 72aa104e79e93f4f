import { expect, test } from 'vitest'
import { rupees } from '~/domain/money'
import { ClosedTill, TillMovements, TillSums } from '~/features/money/till-page'
import { drawn } from '../support/drawn'

test('what came in less what went out is called net', async () => {
  const sums = [{ name: 'cash', in: rupees(800), out: rupees(300), net: rupees(500) }]
  const page = await drawn({ element: <TillSums title="By mode" sums={sums} /> })
  expect(page.match(/<th scope="col"[^>]*>(?!<span)(.*?)<\/th>/g)?.map((head) => head.replace(/<.*?>/g, ''))).toEqual([
    'In',
    'Out',
    'Net',
  ])
})

test('what moved names guest and reference, and the location only where all are shown', async () => {
  const row = {
    ...{
      id: '0',
      amount: rupees(500),
      mode: 'upi' as const,
      person: 'Asha',
      booking: 'b',
      code: 'LUM-7K2',
      guest: 'Tara Menon',
    },
    ...{ reference: '412233445566', what: 'payment' as const, late: false, location: 'Koramangala', when: '7:05 PM' },
  }
  const shown = async (everywhere: boolean) =>
    drawn({ element: <TillMovements rows={[row]} everywhere={everywhere} /> })
  for (const words of ['LUM-7K2', 'Tara Menon', '412233445566']) expect(await shown(false)).toContain(words)
  expect(await shown(false)).not.toContain('Location')
  expect(await shown(true)).toContain('Koramangala')
})

test.each<[what: string, since: number, corrections: number[], left: string | undefined]>([
  ['as it was counted', 0, [], undefined],
  ['with cash that came after it', 300, [], '₹2,300'],
  ['corrected, with cash that went out after it', -100, [50], '₹1,950'],
])('a closed till says what it left: %s', async (_, since, entries, left) => {
  const corrections = entries.map((amount, at) => ({
    ...{ id: String(at), amount: rupees(amount), reason: 'a note', enteredByName: 'Asha', when: '8 PM' },
  }))
  const corrected = rupees(2000 + entries.reduce((all, one) => all + one, 0))
  const closing = {
    ...{ openingFloat: rupees(2000), expected: rupees(2000), counted: rupees(2000), reason: '', closedByName: 'Asha' },
    ...{ when: '8 PM', words: 'Counted as expected', begunWords: null, since: rupees(since), corrections, corrected },
    ...{ correctedWords: null },
  }
  const page = await drawn({
    element: <ClosedTill closing={closing} entry="1" answer={undefined} sentTo="/admin/till" />,
  })
  expect(/Left in the till<\/dt><dd[^>]*>(.*?)<\/dd>/.exec(page)?.[1]).toBe(left)
})
