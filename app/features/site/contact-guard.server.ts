import type { AppContext } from '~/platform/context.server'
import { readTimeToken, writeTimeToken } from '~/platform/time-token.server'

const PURPOSE = 'contact'
const SECOND = 1_000
/** Nobody writes a message in fewer milliseconds. */
export const FASTEST = 2 * SECOND
const SLOWEST = 24 * 60 * 60 * SECOND

/** The field that people do not see, and the one that says when the form was opened. */
export const TRAP_FIELD = 'website'
export const OPENED_FIELD = 'opened'

/** What the form carries to show when it was opened. */
export const openedNow = ({ settings, clock }: AppContext): string =>
  writeTimeToken(settings.SESSION_SECRET, PURPOSE, clock.now())

/**
 * Who seems to have filled in the contact form. A robot fills the field that nobody sees; whoever is faster than two
 * seconds, or comes with a page that is not ours or older than a day, is asked to press Send again.
 */
export function judgeSender(
  { settings, clock }: AppContext,
  form: FormData,
): { sender: 'person' | 'robot' } | { sender: 'unsure'; message: string } {
  if (form.get(TRAP_FIELD)) return { sender: 'robot' }
  const opened = readTimeToken(settings.SESSION_SECRET, PURPOSE, String(form.get(OPENED_FIELD) ?? ''))
  const age = opened ? clock.now().getTime() - opened.getTime() : Number.POSITIVE_INFINITY
  if (age < FASTEST) return { sender: 'unsure', message: 'That was very quick. Please press Send again.' }
  if (age > SLOWEST) {
    return { sender: 'unsure', message: 'This page was open for a long time. Please press Send again.' }
  }
  return { sender: 'person' }
}
