import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { LOCKS } from '~/db/locks'

const REGISTER = 'app/db/locks.ts'
const sources = ['app', 'bench', 'scripts', 'sandbox'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|tsx|mjs)$/.test(file))
    .map((file) => path.join(folder, file)),
)

test('no two locks share a number, and nobody waits for one without end', () => {
  const locks = Object.values(LOCKS)
  expect(new Set(locks.map(({ number }) => number)).size).toBe(locks.length)
  for (const { waitMs } of locks) expect(waitMs).toBeGreaterThan(0)
})

test('locks are taken by their names in the register only', () => {
  expect(sources).toContain(REGISTER)
  const numbers = Object.values(LOCKS).map(({ number }) => String(number))
  const spelled = sources
    .filter((file) => file !== REGISTER)
    .filter((file) => {
      const text = readFileSync(file, 'utf8')
      return /pg_(try_)?advisory/.test(text) || numbers.some((number) => text.replaceAll('_', '').includes(number))
    })
  expect(spelled).toEqual([])
})
