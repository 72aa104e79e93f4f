import { beforeEach, describe, expect, test } from 'vitest'
import { noticeCookie, takeNotice } from '~/http/notice.server'
import { serveHere } from '../support/addresses'
import { useApp } from '../support/app'

describe('a notice', () => {
  const app = useApp('embedded')
  beforeEach(() => serveHere(app.context))

  /** A text as the next page reads it. */
  async function read(text: string): Promise<string | undefined> {
    const [cookie = ''] = (await noticeCookie({ kind: 'info', text })).split(';')
    return (await takeNotice(new Request('http://localhost', { headers: { Cookie: cookie } }))).notice?.text
  }

  test.each([
    'Saved',
    '₹1,499 is on its way back to you.',
    '₹'.repeat(200),
  ])('of at most 600 bytes is read whole: %s', async (text) => expect(await read(text)).toBe(text))

  test.each([
    'The price is ₹999 now. '.repeat(30),
    `${'Velvet ₹'.repeat(60)} end`,
  ])('that is longer ends at a word, and it is seen that there was more', async (text) => {
    const shown = (await read(text)) ?? ''
    expect(shown).toMatch(/^.{400,} …$/)
    expect(text.startsWith(`${shown.slice(0, -2)}`)).toBe(true)
  })
})
