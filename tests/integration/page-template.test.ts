import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { filled, templateOf } from '~/platform/page-template'

/** A page as Remix draws it: data as JSON, in a string of an inline script, with what would end the script escaped. */
function page(nonce: string, text: string | null): string {
  const data = JSON.stringify([{ frame: 1 }, 'mirror', text, 'others'])
  const escaped = JSON.stringify(data).replace(
    /[&<>\u2028\u2029]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return `<p>Shown</p><script nonce="${nonce}">stream.enqueue(${escaped})</script><script nonce="${nonce}">go()</script>`
}

const NASTY = ['</script><b>', '$& $1 $$ $`', '"\\"', '\\', '\u2028\u2029', 'ಅಮ್ಮ 🎂', '&amp;', '\n\t\u0000', '']
const [first, second] = ['bm9uY2Ugb2YgdGhlIGZpcnN0IQ==', 'c2Vjb25kIG5vbmNlLCBsb25nZXI=']

describe('a page that was drawn for another visitor', () => {
  const asha = '{"name":"Asha","cityId":"c"}'

  test.each([
    null,
    ...NASTY.map((name) => JSON.stringify({ name, cityId: 'c' })),
  ])('is as drawn for who has %j', (text) => {
    const template = templateOf(page(first, text === null ? null : asha), { nonce: first, text: text && asha })
    expect(template && filled(template, { nonce: second, text })).toBe(page(second, text))
  })

  test('whatever anybody typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (one, other) => {
        const [before, after] = [one, other].map((name) => JSON.stringify({ cityId: 'c', name })) as [string, string]
        const template = templateOf(page(first, before), { nonce: first, text: before })
        expect(template && filled(template, { nonce: second, text: after })).toBe(page(second, after))
      }),
    )
  })

  test('is not kept when what is the visitor’s stands elsewhere too, or nowhere, or no script is named', () => {
    const drawn = page(first, asha)
    expect(templateOf(`${drawn}${drawn}`, { nonce: first, text: asha })).toBeUndefined()
    expect(templateOf(drawn, { nonce: first, text: '{"name":"Somebody else"}' })).toBeUndefined()
    expect(templateOf(drawn, { nonce: second, text: asha })).toBeUndefined()
    expect(JSON.stringify(templateOf(drawn, { nonce: first, text: asha }))).not.toMatch(/Asha|bm9uY2U/)
  })
})
