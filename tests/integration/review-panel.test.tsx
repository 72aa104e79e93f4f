import { expect, test } from 'vitest'
import { ReviewPanel } from '~/features/review/review-panel'
import { drawn } from '../support/drawn'

const written = { stars: 5, text: 'First words', name: 'Meera', state: 'shown' as const }
const REFUSED = 'Your review has been read by us, and cannot be changed any more.'

test('who changes a review as staff decide reads why it stays, and keeps the words', async () => {
  const review = { open: false, written, version: 2, name: 'Meera' }
  const initialValue = { stars: '1', text: 'Please do not show this', name: 'Meera' }
  const answer = { lastResult: { status: 'error' as const, error: { '': [REFUSED] }, initialValue } }
  const page = await drawn({ element: <ReviewPanel review={review} answer={answer} /> })
  expect(page).toContain(REFUSED)
  expect(page).toContain('Please do not show this')
  const looked = await drawn({ element: <ReviewPanel review={review} answer={undefined} /> })
  expect(looked).toContain('It was put on our page of testimonials.')
})
