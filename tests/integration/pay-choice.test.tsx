import { expect, test } from 'vitest'
import { paise, rupees } from '~/domain/money'
import { PaidNote } from '~/features/flow/paid-note'
import { PayChoiceFields } from '~/features/flow/pay-choice'
import { Review } from '~/features/flow/review'
import { drawn } from '../support/drawn'

const WHOSE = 'Tara, tara@gmail.com, 9845012345'
const promises = { advance: '', full: '' }

/** The words of the form for a total. */
async function words(sum: number): Promise<string> {
  const total = paise(sum)
  const shown = { total, mark: 'a.b.c.d' }
  const form = <PayChoiceFields {...{ total, shown, holdMinutes: 15, promises }} chosen="advance" />
  return (await drawn({ element: form })).replace(/<[^>]+>/g, '|')
}

test.each([
  [
    rupees(1_499),
    [
      'Pay the advance now',
      '₹999',
      'The rest, ₹500, at the theatre.',
      'held for 15 minutes',
      '|Total |₹1,499|',
      'and book',
    ],
  ],
  [rupees(500), ['Pay the advance now', '₹500', 'Nothing left to pay on the day.', '|Total |₹500|', 'and book']],
  [0, ['There is nothing to pay now.', '|Book|']],
  [99, ['There is nothing to pay now.', '|Book|']],
])('of %s paise the choice says what is paid', async (total, said) => {
  const found = await words(total)
  for (const text of said) expect(found).toContain(text)
  expect(found).not.toContain('₹0,')
  if (total < rupees(1)) expect(found).not.toMatch(/advance|while you pay|Total/)
})

test('money that may still come is named, with how long its slot is held, or that this is over', async () => {
  const coming = { token: 'tok', visit: 'Aurora, Friday, 7:00 PM', comes: rupees(999) }
  const said = async (held: string | null) =>
    (await drawn({ element: <PaidNote paid={[{ ...coming, held }]} /> })).replace(/<!-- -->|<[^>]+>/g, '')
  expect(await said('2:15 PM')).toMatch(/^A payment of ₹999 for Aurora.* is under way, .* held for it until 2:15 PM/)
  expect(await said(null)).toMatch(/^Your hold has ended, but a payment of ₹999 for Aurora.* may still come.*it failed/)
})

test('money that waits is named with the way to it, and Pay says that it was told', async () => {
  const waiting = [{ token: 'tok', amount: rupees(999), until: '2:15 PM' }]
  const whole = (
    <>
      <PaidNote paid={waiting} />
      <PayChoiceFields
        {...{ total: rupees(1_499), shown: { total: rupees(1_299), mark: 'a.b.c.d' }, holdMinutes: 15, promises }}
        told={['tok']}
        chosen="full"
      />
    </>
  )
  const html = await drawn({ element: whole })
  expect(html).toMatch(/₹999<.* of yours waits for you until .*2:15 PM/)
  expect(html).toMatch(/href="\/b\/tok"[^>]*>Take another slot without paying again</)
  expect(html).toContain('<input type="hidden" form="step" name="told" value="tok"/>')
  expect(html).toContain('<input type="hidden" form="step" name="mark" value="a.b.c.d"/>')
  // what was seen before the price changed by itself
  expect(html).toContain('<input type="hidden" form="step" name="total" value="129900"/>')
})

test('where and when, and for whom, stand in the review, on a phone whose summary lies below', async () => {
  const place = { screen: 'Aurora', location: 'Koramangala', date: 'Friday, 12/03/2027', slot: '7:00 PM – 10:00 PM' }
  const said = async (one: typeof place | undefined) =>
    (await drawn({ element: <Review place={one} whose={WHOSE} facts={[{ label: 'People', words: '4' }]} /> })).replace(
      /<[^>]+>/g,
      '|',
    )
  const lines =
    /Where and when\|+Aurora, Koramangala\|+Friday, 12\/03\/2027\|+7:00 PM – 10:00 PM\|+For\|+Tara, tara@gmail.com, 9845012345\|+People\|+4/
  expect(await said(place)).toMatch(lines)
  expect(await said(undefined)).not.toContain('Where')
})
