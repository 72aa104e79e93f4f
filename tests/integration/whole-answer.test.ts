import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { renderToString } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { Collector, encodingFor, hasMark, wholeAnswer } from '~/platform/whole-answer.server'
import { drawnInPieces, paragraphAfter } from '../support/drawn-in-pieces'

const long = Buffer.from(`<p>${'A private theatre. '.repeat(4_000)}</p>`)
const page = Buffer.from(`<p>${'A private theatre. '.repeat(400)}</p>`)
const asked = (accepted?: string) =>
  new Request('http://localhost/', { headers: accepted === undefined ? {} : { 'Accept-Encoding': accepted } })
const sent = async (accepted?: string, body = page) => {
  const answer = await wholeAnswer(body, asked(accepted), { status: 201, headers: new Headers({ 'X-Kept': 'yes' }) })
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) }
}

test.each([
  ['"a"', true],
  ['W/"a"', true],
  ['"b" , W/"a"', true],
  ['*', true],
  ['"b"', false],
  ['a', false],
  [undefined, false],
])('who says to have %s has the answer "a" already: %s', (named, known) => expect(hasMark(named, '"a"')).toBe(known))

test.each([
  ' ',
  '\t',
  ';',
  '; ',
  ',',
  'W/',
  ';q=0',
  ';q=0 ',
  '.0',
  '"',
])('a header of nothing but “%s” takes no longer to read than it is', (sign) => {
  const header = `br${sign.repeat(100_000)}x`
  const before = performance.now()
  expect([encodingFor(header), hasMark(header, '"a"')]).not.toContain(true)
  expect(performance.now() - before).toBeLessThan(1_000)
})

describe('an answer in one piece', () => {
  test.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['GZIP;q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.0', undefined],
    ['br;q=0.1', 'br'],
    ['identity', undefined],
    ['', undefined],
  ])('for a reader who takes “%s” comes as %s', (accepted, encoding) => expect(encodingFor(accepted)).toBe(encoding))

  test.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
    [undefined, (bytes: Buffer) => bytes],
  ] as const)('unpacks to what was drawn (%s)', async (encoding, unpack) => {
    const { answer, bytes } = await sent(encoding)
    expect(unpack(bytes)).toEqual(page)
    expect(unpack((await sent(encoding, long)).bytes)).toEqual(long)
    expect(answer.status).toBe(201)
    expect(Object.fromEntries(answer.headers)).toEqual({
      ...(encoding && { 'content-encoding': encoding }),
      'content-length': String(bytes.length),
      vary: 'Accept-Encoding',
      'x-kept': 'yes',
    })
  })

  test('that is small is left as it is', async () => {
    const { answer } = await sent('br', Buffer.from('ok'))
    expect(answer.headers.has('Content-Encoding')).toBe(false)
  })

  test('is collected from however many pieces', async () => {
    const all = new Collector()
    for (const piece of ['a', 'ब', 'c']) all.write(piece)
    await new Promise<void>((resolve) => all.end(resolve))
    expect(all.text()).toBe('aबc')
  })

  test('is as React means it, wherever a piece of it ends', async () => {
    const pages = Array.from({ length: 200 }, (_, at) => paragraphAfter(1_900 + at, 'ಅಮ್ಮ ₹999'))
    const drawn = await Promise.all(pages.map(drawnInPieces))
    expect(drawn).toEqual(pages.map((page) => renderToString(page)))
  })
})
