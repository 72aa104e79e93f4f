import { signedCookie } from '~/platform/signed-cookie.server'
import { THEMES, type Theme } from '~/ui/theme'

const YEAR_SECONDS = 31_536_000

const cookie = () => signedCookie('theme', YEAR_SECONDS)

/** The theme that a browser remembers, known before the first paint; as the device is, when it remembers none. */
export async function themeOf(request: Request): Promise<Theme> {
  const kept = await cookie().parse(request.headers.get('Cookie'))
  return themeNamed(kept)
}

/** `Set-Cookie` that remembers a theme. */
export const themeCookie = (theme: Theme): Promise<string> => cookie().serialize(theme)

/** A theme by its name; the device’s own for any other name. */
export const themeNamed = (name: unknown): Theme => THEMES.find((theme) => theme === name) ?? 'device'
