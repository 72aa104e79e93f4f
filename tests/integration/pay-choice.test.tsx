import { expect, test } from 'vitest'
import { paise, rupees } from '~/domain/money'
import { PayChoiceForm } from '~/features/flow/pay-choice'
import { drawn } from '../support/drawn'

const WHOSE = 'Tara, tara@gmail.com, 9845012345'
const promises = { advance: '', full: '' }

/** The words of the form for a total. */
async function words(total: number): Promise<string> {
  const form = (
    <PayChoiceForm total={paise(total)} holdMinutes={15} chosen="advance" whose={WHOSE} promises={promises} />
  )
  return (await drawn({ element: form })).replace(/<[^>]+>/g, '|')
}

test.each([
  [
    rupees(1_499),
    ['Pay the advance now', '₹999', 'The rest, ₹500, at the theatre.', 'held for 15 minutes', 'Pay and book'],
  ],
  [rupees(500), ['Pay the advance now', '₹500', 'Nothing left to pay on the day.', 'Pay and book']],
  [0, ['There is nothing to pay now.', '|Book|']],
  [99, ['There is nothing to pay now.', '|Book|']],
])('of %s paise the choice says what is paid', async (total, said) => {
  const found = await words(total)
  for (const text of said) expect(found).toContain(text)
  expect(found).toContain(WHOSE)
  expect(found).not.toContain('₹0,')
  if (total < rupees(1)) expect(found).not.toMatch(/advance|while you pay/)
})
