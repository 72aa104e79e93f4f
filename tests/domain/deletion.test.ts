import { expect, it } from 'vitest'
import { deletionOf, deletionWords, isUnderPolicy, writtenOffBy } from '~/domain/deletion'
import { rupees, ZERO } from '~/domain/money'
import { ist } from './sample-offers'

const EXPECTED = { attendance: 'expected', mail: 'asha@gmail.com' } as const

const during = { from: ist('2027-01-21T19:00:00'), to: ist('2027-01-21T22:00:00') }

it.each([
  ['a hold of staff', 'pending', 'staff', '18:00:00', 'hold', true],
  ['the hold of a customer who pays', 'pending', 'online', '18:00:00', 'held-online', true],
  ['a visit to come', 'booked', 'online', '18:59:59', 'visit', true],
  ['a visit that has begun', 'booked', 'staff', '19:00:00', 'begun', false],
  ['a visit that is over', 'booked', 'online', '22:00:00', 'over', false],
] as const)('%s is deleted as such, and the policy is about what is to come', (_, status, source, at, as, policy) => {
  const deletion = deletionOf({ status, source, during }, ist(`2027-01-21T${at}`))
  expect([deletion, isUnderPolicy(deletion)]).toEqual([as, policy])
})

it.each([
  ['hold', ZERO],
  ['held-online', ZERO],
  ['visit', ZERO],
  ['begun', rupees(3_437)],
  ['over', rupees(3_437)],
] as const)('what is still due is written off by who deletes a visit that has begun, and nothing of another: %s', (as, sum) => {
  expect(writtenOffBy(as, rupees(3_437))).toBe(sum)
  const said = '₹3,437 of it is still due, and nobody will be asked for it any more.'
  expect(deletionWords(as, EXPECTED), 'with nothing due').not.toContain('still due')
  expect(deletionWords(as, { ...EXPECTED, written: writtenOffBy(as, rupees(3_437)) }).includes(said)).toBe(sum > 0)
})

it('says of a hold that it leaves the list, and of a visit that has begun that its slot is nobody else’s', () => {
  expect(deletionWords('hold', EXPECTED)).toBe(
    'The slot is free again and the customer is told. The hold leaves the list.',
  )
  expect(deletionWords('held-online', EXPECTED)).toContain('is not told')
  expect(deletionWords('visit', EXPECTED)).toMatch(/^If you Delete this booking its slot is free again/)
  expect(deletionWords('begun', { ...EXPECTED, attendance: 'arrived' })).toMatch(
    /^The visit has begun, and its guests came: nobody else/,
  )
  for (const attendance of ['arrived', 'expected', 'no-show'] as const) {
    const said = deletionWords('over', { ...EXPECTED, attendance })
    expect(said).toMatch(
      attendance === 'arrived' ? /^The visit is over, and its guests came\./ : /^The visit is over\./,
    )
    expect(said).toContain('taken out of the income')
    expect(said).not.toContain('free again')
  }
})

it.each(['hold', 'visit', 'begun', 'over'] as const)('promises no word to who has no address: %s', (as) => {
  expect(deletionWords(as, EXPECTED)).toContain('and the customer is told.')
  const said = deletionWords(as, { ...EXPECTED, mail: '' })
  expect(said).toContain('and nobody tells the customer, of whom no e-mail address is known.')
  expect(said).not.toContain('is told')
})
