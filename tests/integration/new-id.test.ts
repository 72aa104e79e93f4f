import { expect, test } from 'vitest'
import { isId, newId } from '~/db/new-id'

test('ids sort as they were made, and none comes twice', () => {
  const ids = Array.from({ length: 5_000 }, newId)
  expect([...ids].sort()).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.every(isId)).toBe(true)
})
