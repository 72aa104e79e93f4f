import { formatInstant } from '~/domain/calendar'
import { type DiskRoom, isNearlyFull, roomWords } from '~/domain/disk-room'
import { roleMay, type StaffRole } from '~/domain/staff-role'
import { comparisonStopped } from '~/features/money/comparison-stopped.server'
import { paymentsStopped } from '~/features/money/payments-stopped.server'
import { lettersHeldUp } from '~/features/notification/outbox.server'
import type { AppContext } from '~/platform/context.server'

interface Trouble {
  count: number
  since: Date
  answer: string
}

/**
 * What staff of a role are told on each page while the world outside does not do its part (rules L17, P13, P27, K25), in whole sentences; whoever can
 * see to it is told what was answered too. Nothing for who manages no bookings.
 */
export async function standingTroubles(
  context: Pick<AppContext, 'db' | 'clock' | 'business' | 'disk'>,
  role: StaffRole,
): Promise<string[]> {
  if (!roleMay(role, 'manage-bookings')) return []
  const seesTo = roleMay(role, 'manage-cities')
  const [letters, payments, compared, room] = await Promise.all([
    lettersHeldUp(context),
    paymentsStopped(context),
    seesTo ? comparisonStopped(context) : undefined,
    seesTo ? context.disk.room() : undefined,
  ])
  const at = (since: Date) => formatInstant(since, context.business.timeZone)
  const said = ({ answer }: Trouble) => (seesTo && answer ? ` The last answer: ${answer}` : '')
  return [
    ...(payments ? [`${paymentWords(payments, at(payments.since))}${said(payments)}`] : []),
    ...(letters ? [`${letterWords(letters, at(letters.since))}${said(letters)}`] : []),
    ...(compared ? [comparedWords(at(compared))] : []),
    ...(room && isNearlyFull(room) ? [diskWords(room)] : []),
  ]
}

const comparedWords = (until: string) =>
  `The books were last compared with the payment provider’s lists on ${until}. Money that came in or went back since without a word is not known here. It is tried each night; the program’s log says why it does not end.`

const diskWords = (room: DiskRoom) =>
  `The disk of the program’s data is nearly full: ${roomWords(room)} are free. With no room left nothing can be booked or stored.`

const paymentWords = ({ count }: Trouble, since: string) =>
  `Nobody has begun to pay online since ${since}: ${count === 1 ? '1 booking' : `${count} bookings`} could not, since the payment provider refuses or does not answer.`

function letterWords({ count }: Trouble, since: string): string {
  const [waiting, go] = count === 1 ? ['1 letter has', 'It goes'] : [`${count} letters have`, 'They go']
  return `The mail server takes no letters: ${waiting} waited since ${since}. ${go} out once it does.`
}
