import { eq, sql } from 'drizzle-orm'
import type { Database, Transaction } from '~/db/client.server'
import { newId } from '~/db/new-id'
import { outbox } from '~/db/schema'
import type { AppContext } from '~/platform/context.server'
import { composeMail, type MailKind } from './booking-mail.server'

/** Puts a mail into the outbox in the caller's transaction; the same `dedupeKey` a second time does nothing. */
export async function announce(
  { clock, jobs }: AppContext,
  tx: Transaction | Database,
  mail: { kind: MailKind; dedupeKey: string; payload: Record<string, string> },
): Promise<void> {
  const id = newId()
  const added = await tx
    .insert(outbox)
    .values({ id, ...mail, createdAt: clock.now() })
    .onConflictDoNothing()
    .returning({ id: outbox.id })
  if (added.length) await jobs.enqueue(tx, 'deliver-mail', { outboxId: id })
}

/** The confirmation of a booking: one, however often its payment is reported. */
export const announceConfirmation = (context: AppContext, tx: Transaction | Database, bookingId: string) =>
  announce(context, tx, { kind: 'confirmation', dedupeKey: `confirmation:${bookingId}`, payload: { bookingId } })

/** Sends one mail of the outbox; throws when the mail server does not take it, so that the job comes again. */
export async function deliverMail(context: AppContext, outboxId: string): Promise<void> {
  const row = await context.db.query.outbox.findFirst({ where: eq(outbox.id, outboxId) })
  if (!row || row.sentAt) return
  const mail = await composeMail(context, row.kind as MailKind, row.payload)
  if (mail) await context.mailer.send(mail)
  await context.db
    .update(outbox)
    .set({ sentAt: context.clock.now(), attempts: sql`${outbox.attempts} + 1` })
    .where(eq(outbox.id, outboxId))
}
