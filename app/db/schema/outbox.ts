import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { LETTER_KINDS, type LetterKind } from '~/domain/letters'
import { id, instant, oneOf } from './columns'

/** Mail to send, written with what it reports; `dedupeKey` makes "one booking, one e-mail" a rule of the database. */
export const outbox = pgTable(
  'outbox',
  {
    id: id(),
    kind: text('kind').$type<LetterKind>().notNull(),
    dedupeKey: text('dedupe_key').notNull(),
    payload: jsonb('payload').$type<Record<string, string>>().notNull(),
    createdAt: instant('created_at').notNull(),
    /** Since when a job has been sending it; nobody else takes it meanwhile. */
    claimedAt: instant('claimed_at'),
    /** When it went out, was found to be needed no more, or was given up. */
    sentAt: instant('sent_at'),
    /** Why it did not go out after all: what it was to tell had become pointless, or nobody took it. */
    notNeeded: text('not_needed'),
    attempts: integer('attempts').notNull().default(0),
    lastError: text('last_error'),
    /** When the last try found no mail server that takes anything from us; null after any other end of a try. */
    unreachedAt: instant('unreached_at'),
    /** The first such try of those that have followed each other without another end. */
    unreachedSince: instant('unreached_since'),
  },
  (table) => [
    uniqueIndex('outbox_dedupe').on(table.dedupeKey),
    index('outbox_booking').on(sql`(payload ->> 'bookingId')`),
    oneOf('outbox_kind', table.kind, LETTER_KINDS),
    index('outbox_open').on(table.createdAt).where(sql`sent_at is null`),
  ],
)
