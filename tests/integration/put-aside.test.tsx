import { expect, test } from 'vitest'
import { PutAside } from '~/features/flow/put-aside'
import { drawn } from '../support/drawn'

test('who has begun another booking here reads that one of the two goes on', async () => {
  const page = await drawn({ element: <PutAside begun="Aurora, Friday" yes="Put this plan in its place" /> })
  expect(page).toContain(
    'You have begun a booking on this device: Aurora, Friday. You can continue only one of them here.',
  )
})
