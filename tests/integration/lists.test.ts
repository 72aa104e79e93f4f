import { readdirSync, readFileSync } from 'node:fs'
import { is } from 'drizzle-orm'
import { getTableConfig, isPgEnum, PgDialect, PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import * as schema from '~/db/schema'

/** The lists of words that the domain exports: its arrays, and the keys of its tables. */
const modules = Object.values(import.meta.glob<Record<string, unknown>>('../../app/domain/*.ts', { eager: true }))
const exported = modules.flatMap((module) => Object.values(module))
const areWords = (list: unknown[]): list is string[] =>
  list.length > 1 && list.every((word) => typeof word === 'string' && /^[\w-]+$/.test(word))
const lists = exported.filter((value): value is string[] => Array.isArray(value) && areWords(value))
const keys = exported.flatMap((value) =>
  value && typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype ? [Object.keys(value)] : [],
)
const nameOf = (words: readonly string[]) => [...words].sort().join(' ')

test('every enum of the database has the words of a list of the domain, in its order', () => {
  const enums = Object.values(schema as Record<string, unknown>).filter(isPgEnum)
  expect(enums.length).toBeGreaterThan(8)
  const known = new Set(lists.map((list) => list.join(' ')))
  expect(enums.filter(({ enumValues }) => !known.has(enumValues.join(' '))).map(({ enumName }) => enumName)).toEqual([])
})

test('so is what every check of the database lets in', () => {
  const known = new Set([...lists, ...keys].map(nameOf))
  const tables = Object.values(schema as Record<string, unknown>).filter((value) => is(value, PgTable)) as PgTable[]
  const checks = tables.flatMap((table) =>
    getTableConfig(table).checks.flatMap(({ name, value }) => {
      const [, words] = / in \(('.*')\)/.exec(new PgDialect().sqlToQuery(value).sql) ?? []
      return words ? [[name, nameOf(words.split(', ').map((word) => word.slice(1, -1)))] as const] : []
    }),
  )
  expect(checks.length).toBeGreaterThan(12)
  // what takes away from a price is told apart in SQL: the sign of its amount hangs on it
  const own = ['booking_lines_sign']
  expect(checks.filter(([name, words]) => !known.has(words) && !own.includes(name))).toEqual([])
})

test('no list of the domain is spelled a second time, neither as words nor as a type', () => {
  const known = new Set(lists.map(nameOf))
  const places = new Map<string, string[]>()
  for (const file of readdirSync('app', { recursive: true, encoding: 'utf8' }).filter((one) => /\.tsx?$/.test(one))) {
    const code = readFileSync(`app/${file}`, 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
    for (const [all] of code.matchAll(/\[(?:\s*'[\w-]+',?\s*){2,}\]|(?:'[\w-]+'\s*\|\s*)+'[\w-]+'/g)) {
      const name = nameOf([...all.matchAll(/'([^']+)'/g)].map(([, word = '']) => word))
      if (known.has(name)) places.set(name, [...(places.get(name) ?? []), file])
    }
  }
  expect(places.size, 'the check sees lists').toBeGreaterThan(20)
  expect([...places].filter(([, files]) => files.length > 1)).toEqual([])
})

test('nor a longest text, a name of a cookie or the city of the business', () => {
  const once = /maxLength=\{\d|(?:required|optional)Text\('[^']+', \d/
  const files = readdirSync('app', { recursive: true, encoding: 'utf8' }).filter((one) => /\.tsx?$/.test(one))
  const codeOf = (file: string) => readFileSync(`app/${file}`, 'utf8')
  for (const spelled of ['maxLength={80}', "requiredText('Name', 80)"]) expect(spelled).toMatch(once)
  // what `ui` draws knows no rule of the domain: the server judges a picture's address and a password
  expect(files.filter((file) => !file.startsWith('ui/') && once.test(codeOf(file)))).toEqual([])
  const cookies = files.flatMap((file) => [...codeOf(file).matchAll(/signedCookie\(('\w+')/g)].map(([, name]) => name))
  expect(cookies.length).toBeGreaterThan(3)
  expect(new Set(cookies).size).toBe(cookies.length)
  // the setting, and the business of the demo
  expect(files.filter((file) => !file.startsWith('db/') && codeOf(file).includes('Bengaluru'))).toEqual([
    'platform/env.server.ts',
  ])
})
