import { expect, test } from 'vitest'
import { rupees } from '~/domain/money'
import { NamedCases } from '~/features/money/named-cases'
import type { OpenMoney } from '~/features/money/open-money.server'
import Money from '~/routes/admin/money'
import { drawn } from '../support/drawn'

const QUIET = { refunds: [], due: [], payments: [], orders: [], disputes: [], underWay: [] }
const WRONG = ['LUM-7K2', 'LUM-9QX'].map((subject) => ({
  ...{ invariant: 'total-differs', subject, detail: '₹1,500 instead of ₹1,499', words: 'A total differs' },
}))
const AT = '26 Nov 2026, 05:30 AM'
const TICK = 'lucide-circle-check'

/** The page of a day on which no money waits, after the night's look at the books found so much. */
function quietDay(found: number | undefined, all = true): Promise<string> {
  const books = found === undefined ? null : { at: AT, all: found, wrong: found ? WRONG : [] }
  const loader = () => ({ open: QUIET, waiting: 0, hint: 'Nothing waits for you', books, all })
  return drawn({ loader, Component: Money })
}

test('a day without open money has its tick where the books agree, and where nobody looked yet', async () => {
  for (const page of [await quietDay(0), await quietDay(undefined)]) {
    expect(page).toContain('No refund waits for you, and no payment is without a booking.')
    expect(page).toContain(TICK)
  }
})

test('books that nobody looked at yet are said to be checked every night', async () => {
  expect(await quietDay(undefined)).toContain('Checked every night; not checked yet.')
})

test('no tick stands above books that are not right', async () => {
  const page = await quietDay(1_251)
  expect(page).not.toContain(TICK)
  expect(page).toContain('1,251 things are not right; 2 of them are listed')
  for (const { subject } of WRONG) expect(page).toContain(subject)
})

test('who sees one location is promised nothing of payments without a booking', async () => {
  const page = await quietDay(undefined, false)
  expect(page).toContain('No refund waits for you.')
  expect(page).not.toMatch(/without a booking|The books/)
})

test('money without a home stands with the number of its bank, where the search for it leads', async () => {
  const row: OpenMoney = {
    ...{
      id: 'case-1',
      title: 'A payment that no booking knows',
      detail: 'pay_1',
      amount: rupees(300),
      currency: 'INR',
    },
    ...{ bankReference: '412345678901', booking: null, age: '2 h', tooLong: false, presses: [] },
    since: new Date(0),
  }
  const open = { ...QUIET, payments: [row] }
  const loader = () => ({ open, waiting: 1, hint: '1 thing waits for you', books: null, all: true })
  const page = await drawn({ loader, Component: Money })
  expect(page).toContain('bank’s number 412345678901 · ')
  expect(page).toContain('<li id="case-1"')
  const cases = [{ id: 'case-1', title: '₹300: A payment that no booking knows', detail: 'waits for somebody' }]
  expect(await drawn({ element: <NamedCases cases={cases} /> })).toContain('href="/admin/money#case-1"')
})
