import { signedCookie } from '~/platform/signed-cookie.server'
import type { Notice } from '~/ui/notice'

const NOTICE_BYTES = 600
const LIFE_SECONDS = 60

const cookie = () => signedCookie('notice', LIFE_SECONDS)

/** `Set-Cookie` value that shows `notice` on the next page. */
export async function noticeCookie(notice: Notice): Promise<string> {
  return cookie().serialize({ ...notice, text: shortened(notice.text) })
}

/** A text cut to what fits its cookie: at a word, and it is seen that there was more. */
function shortened(text: string): string {
  const bytes = Buffer.from(text)
  if (bytes.length <= NOTICE_BYTES) return text
  // what is left of a character at the end of the bytes is no part of the text
  const start = new TextDecoder().decode(bytes.subarray(0, NOTICE_BYTES), { stream: true })
  return `${start.replace(/\s+\S*$/, '')} …`
}

/** The notice left by the page before, with the headers that clear it. */
export async function takeNotice(request: Request): Promise<{ notice: Notice | null; headers: Headers }> {
  const headers = new Headers()
  const notice = (await cookie().parse(request.headers.get('Cookie'))) as Notice | null
  if (notice) headers.append('Set-Cookie', await cookie().serialize('', { maxAge: 0 }))
  return { notice, headers }
}

/** A 303 to `to` that shows a notice there. */
export async function redirectWithNotice(
  to: string,
  text: string,
  kind: Notice['kind'] = 'success',
  headers = new Headers(),
): Promise<Response> {
  headers.append('Set-Cookie', await noticeCookie({ kind, text }))
  headers.set('Location', to)
  return new Response(null, { status: 303, headers })
}
