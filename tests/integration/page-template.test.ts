import fc from 'fast-check'
import { renderToString } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { filled, templateOf } from '~/platform/page-template'
import { drawnInPieces, paragraphAfter } from '../support/drawn-in-pieces'

/** A page as Remix draws it: data as JSON, in a string of an inline script, with what would end the script escaped. */
function page(nonce: string, texts: readonly string[], shown = '', words = paragraph(shown)): string {
  const data = JSON.stringify([{ frame: 1 }, 'texts', ...texts, 'others'])
  const escaped = JSON.stringify(data).replace(
    /[&<>\u2028\u2029]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return `${words}<script nonce="${nonce}">stream.enqueue(${escaped})</script><script nonce="${nonce}">go()</script>`
}

const paragraph = (shown: string) => renderToString(paragraphAfter(0, 'For ', shown))

const NASTY = ['</script><b>', '$& $1 $$ $`', '"\\"', '\\', '\u2028\u2029', 'ಅಮ್ಮ 🎂', "&amp;&#x27;'", '\n\t\u0000', '']
const [first, second] = ['bm9uY2Ugb2YgdGhlIGZpcnN0IQ==', 'c2Vjb25kIG5vbmNlLCBsb25nZXI=']

const mirrorOf = (name: string) => JSON.stringify({ name, cityId: 'c' })
const whoseOf = (name: string) => `${name}, a@gmail.com, 9812300070`
const text = (bytes: Buffer | undefined) => bytes?.toString()
const asSent = (html: string) => Buffer.from(html).toString()

describe('a page that was drawn for another visitor', () => {
  const asha = mirrorOf('Asha')

  test('who has nothing of their own but the nonce', () => {
    const template = templateOf(page(first, []), { nonce: first, data: [], shown: [] })
    expect(template && text(filled(template, { nonce: second, data: [], shown: [] }))).toBe(page(second, []))
  })

  test.each(NASTY)('is as drawn for who has %j', (name) => {
    const template = templateOf(page(first, [asha]), { nonce: first, data: [asha], shown: [] })
    const own = { nonce: second, data: [mirrorOf(name)], shown: [] }
    expect(template && text(filled(template, own))).toBe(asSent(page(second, own.data)))
  })

  test.each(NASTY)('shows who is called %j as React would', (name) => {
    const [of, whose] = [whoseOf('Asha & "O’Neil" <b>'), whoseOf(name)]
    const template = templateOf(page(first, [asha, of], of), { nonce: first, data: [asha, of], shown: [of] })
    const own = { nonce: second, data: [mirrorOf(name), whose], shown: [whose] }
    expect(template && text(filled(template, own))).toBe(asSent(page(second, own.data, whose)))
  })

  test('whatever anybody typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (one, other) => {
        const [before, after] = [whoseOf(one), whoseOf(other)]
        const drawn = page(first, [mirrorOf(one), before], before)
        const template = templateOf(drawn, { nonce: first, data: [mirrorOf(one), before], shown: [before] })
        const own = { nonce: second, data: [mirrorOf(other), after], shown: [after] }
        expect(template && text(filled(template, own))).toBe(asSent(page(second, own.data, after)))
      }),
    )
  })

  test('says nothing of whoever it was drawn for, wherever React ended a piece of it', async () => {
    const whose = whoseOf('ಅಮ್ಮ ಅಮ್ಮ')
    const own = { nonce: first, data: [asha, whose], shown: [whose] }
    for (let before = 1_900; before < 2_100; before++) {
      const words = await drawnInPieces(paragraphAfter(before, 'For ', whose))
      const template = templateOf(page(first, own.data, whose, words), own)
      expect(template?.map(String).join()).not.toMatch(/ಅ|ಮ್ಮ|9812300070/)
      const [ravi] = [whoseOf('Ravi')]
      const filledIn = template && text(filled(template, { nonce: second, data: [asha, ravi], shown: [ravi] }))
      expect(filledIn).toContain(`For <!-- -->${ravi}</p>`)
    }
  })

  test('is not kept when what is the visitor’s stands elsewhere too, or nowhere, or no script is named', () => {
    const whose = whoseOf('Asha')
    const drawn = page(first, [asha, whose], whose)
    const own = { nonce: first, data: [asha, whose], shown: [whose] }
    expect(templateOf(`${drawn}${drawn}`, own)).toBeUndefined()
    expect(templateOf(`${drawn}<p>${whose}</p>`, own)).toBeUndefined()
    expect(templateOf(drawn.replace(`${whose}</p>`, '</p>'), own)).toBeUndefined()
    expect(templateOf(drawn.replace(`${whose}</p>`, `${whose.replace('a', 'a\0')}</p>`), own)).toBeUndefined()
    expect(templateOf(drawn, { ...own, data: ['{"name":"Somebody else"}', whose] })).toBeUndefined()
    expect(templateOf(drawn, { ...own, nonce: second })).toBeUndefined()
    const template = templateOf(drawn, own)
    expect(template?.map(String).join()).not.toMatch(/Asha|9812300070|bm9uY2U/)
  })
})
