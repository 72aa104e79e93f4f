import { createCookie } from '@remix-run/node'
import { appContext } from './context.server'

/** A signed httpOnly cookie with the product's common attributes, for all addresses or those under a path; `maxAge` in seconds. */
export function signedCookie(name: string, maxAge: number, path = '/') {
  const { settings } = appContext()
  return createCookie(name, {
    httpOnly: true,
    sameSite: 'lax',
    path,
    secure: settings.APP_URL.startsWith('https:'),
    secrets: settings.SESSION_SECRET,
    maxAge,
    // base64 needs no escape in a cookie; with it some texts would weigh twice as much
    encode: (value) => value,
  })
}
