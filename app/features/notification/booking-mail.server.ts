import { eq } from 'drizzle-orm'
import { bookings } from '~/db/schema'
import { formatDate, formatSlot, formatWeekday } from '~/domain/calendar'
import { ledgerOf } from '~/domain/ledger'
import { formatRupees } from '~/domain/money'
import { summarize } from '~/domain/pricing'
import { links } from '~/links'
import type { AppContext } from '~/platform/context.server'
import type { Mail } from '~/platform/mailer.server'
import { calendarFile } from './calendar-file.server'

/** The mails a booking can cause. */
export type MailKind = 'confirmation' | 'refund-late-payment'

/** Writes a mail from what the database says now; undefined when it has become pointless. */
export async function composeMail(
  context: AppContext,
  kind: MailKind,
  payload: Record<string, string>,
): Promise<Mail | undefined> {
  const booking = await context.db.query.bookings.findFirst({
    where: eq(bookings.id, payload.bookingId ?? ''),
    with: { lines: { orderBy: (line, { asc }) => asc(line.position) }, payments: true, refunds: true, location: true },
  })
  if (!booking) return undefined
  const { business } = context
  const link = `${business.appUrl}${links.customerBooking(booking.linkToken)}`
  const when = `${formatWeekday(booking.visitDate)}, ${formatDate(booking.visitDate)}, ${formatSlot({ from: booking.slotFrom, to: booking.slotTo })}`
  const where = `${booking.screenName}, ${booking.locationName}`
  if (kind === 'refund-late-payment') {
    return letter(business.name, booking.customerEmail, `Your payment is being returned (${booking.code})`, [
      `Dear ${booking.customerName},`,
      `your payment for ${where} on ${when} reached us after the slot had been taken by somebody else. We are sorry.`,
      'The whole amount is on its way back to you and arrives within 5–7 working days.',
      `You can choose another slot here: ${business.appUrl}${links.bookLocations()}`,
    ])
  }
  if (booking.status !== 'booked') return undefined
  const ledger = ledgerOf(
    booking.total,
    booking.payments.map(({ amount, status, voidedAt }) => ({ amount, status, voided: voidedAt !== null })),
    booking.refunds,
  )
  const mail = letter(business.name, booking.customerEmail, `Booking Confirmed! ${where}, ${when}`, [
    `Dear ${booking.customerName},`,
    `your room is yours: ${where}, on ${when}, for ${booking.people} people. Your booking code is ${booking.code}.`,
    summarize(booking.lines)
      .map(({ title, amount, explanations }) =>
        [`${title}: ${formatRupees(amount)}`, ...explanations.map((words) => `  (${words})`)].join('\n'),
      )
      .join('\n'),
    `Total ${formatRupees(booking.total)}\nPaid ${formatRupees(ledger.received)}\nTo pay at the theatre ${formatRupees(ledger.remaining)}`,
    `Everything about your booking: ${link}`,
    ...(booking.location ? [`The way there: ${booking.location.addressLink}`] : []),
    `Questions? Call ${business.phones.join(' or ')} or write to ${business.email}.`,
  ])
  const file = { filename: 'booking.ics', content: calendarFile(booking, business, link), contentType: 'text/calendar' }
  return { ...mail, attachments: [file] }
}

function letter(sender: string, to: string, subject: string, paragraphs: readonly string[]): Mail {
  const html = paragraphs
    .map((text) => `<p style="margin:0 0 16px">${linked(escaped(text)).replaceAll('\n', '<br>')}</p>`)
    .join('\n')
  return {
    to,
    subject,
    text: [...paragraphs, sender].join('\n\n'),
    html: `<!doctype html><html lang="en"><body style="margin:0;background:#f6f2fa;padding:24px"><div style="max-width:560px;margin:auto;background:#ffffff;border-radius:16px;padding:32px;font:16px/1.55 sans-serif;color:#241830"><h1 style="font:500 26px/1.2 Georgia,serif;margin:0 0 20px">${escaped(subject)}</h1>${html}<p style="color:#6d5c80;margin:0">${escaped(sender)}</p></div></body></html>`,
  }
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const linked = (html: string) =>
  html.replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}" style="color:#7a4f12">${url}</a>`)
