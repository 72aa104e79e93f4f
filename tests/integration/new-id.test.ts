import { expect, test } from 'vitest'
import { isId, newCode, newId } from '~/db/new-id'

test('ids sort as they were made, and none comes twice', () => {
  const ids = Array.from({ length: 5_000 }, newId)
  expect([...ids].sort()).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.every(isId)).toBe(true)
})

test('a code is read out by phone: no letter of it is taken for another, and it spells no word', () => {
  const codes = Array.from({ length: 2_000 }, newCode).join('')
  expect([...new Set(codes)].sort().join('')).toBe('23456789BCDFGHJKMNPQRSTVWXYZ')
})
