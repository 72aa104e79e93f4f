import { signedCookie } from '~/platform/session.server'
import { THEMES, type Theme } from '~/ui/theme'

const YEAR_SECONDS = 31_536_000

/** The theme that a browser remembers, known before the first paint; as the device is, when it remembers none. */
export async function themeOf(request: Request): Promise<Theme> {
  const kept = await signedCookie('theme', YEAR_SECONDS).parse(request.headers.get('Cookie'))
  return themeNamed(kept)
}

/** `Set-Cookie` that remembers a theme. */
export const themeCookie = (theme: Theme): Promise<string> => signedCookie('theme', YEAR_SECONDS).serialize(theme)

export const themeNamed = (name: unknown): Theme => THEMES.find((theme) => theme === name) ?? 'device'
