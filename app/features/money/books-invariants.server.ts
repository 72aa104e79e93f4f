import { type SQL, sql } from 'drizzle-orm'
import { LETTERS } from '~/domain/letters'
import { SMALLEST_PAYMENT } from '~/domain/payment-choice'

/** A rule that the books keep at every moment, as the query that finds what breaks it. */
interface Invariant {
  /** What is wrong, for staff. */
  words: string
  /** Rows of (booking id or null, subject, detail). `money` and `moves` of `booksSql` may be read. */
  broken: (now: SQL) => SQL
}

/** What a booking in the query is called. */
const OF = sql`b.id, b.code`
/** The same for a payment, which may belong to none. */
const OF_PAYMENT = sql`b.id, coalesce(b.code, p.provider_payment_id)`
/** What a letter of the outbox is. */
const LETTER_WORDS = sql.raw(
  `case o.kind ${Object.entries(LETTERS)
    .map(([kind, words]) => `when '${kind}' then '${words}'`)
    .join(' ')} end`,
)
/**
 * How it is that a letter has not gone. An address that was mistyped is no trouble of the server's, and ends by itself (rule L15). What was
 * answered, which may name the address, is not kept with the findings.
 */
const HOW_UNSENT = sql.raw(`case
  when o.unreached_at is not null then ' was not sent: no mail server takes it'
  when o.last_error is not null then ' was not sent in ' || o.attempts || ' tries, though a mail server is there'
  else ' was not sent' end`)
const BLOCKS = sql`('pending', 'booked')`
/** A booking in one of these never stood, so it may hold nobody's money. */
const NEVER_SOLD = sql`not exists (
  select 1 from booking_events e where e.booking_id = b.id and (e.from_status = 'booked' or e.to_status = 'booked')
)`
/** Refunds that are on their way or done; one that was dropped sends nothing. */
const GOING_BACK = sql`r.status <> 'dropped'`

/**
 * The invariants of bookings and money in one place. The command `npm run books`, the nightly job and the tests run these
 * and no others; docs/payments.md says in words what they mean.
 */
export const INVARIANTS = {
  'two-parties': {
    words: 'Two parties have one room at the same time',
    broken: () => sql`
      select ${OF}, 'overlaps ' || other.code from bookings b
      join bookings other on other.screen_id = b.screen_id and other.during && b.during and other.id > b.id
      where b.status in ${BLOCKS} and other.status in ${BLOCKS}`,
  },
  'hold-left': {
    words: 'A hold ended long ago and still blocks its slot',
    broken: (now) => sql`
      select ${OF}, coalesce('ended ' || b.hold_ends_at, 'has no end') from bookings b
      where b.status = 'pending' and coalesce(b.hold_ends_at < ${now} - interval '30 minutes', true)`,
  },
  'history-differs': {
    words: 'The history does not lead to the status',
    // entries into a status less those out of it: one for the status it has, none for every other, in whatever order
    broken: () => sql`
      select ${OF}, 'is ' || b.status || ', its history does not say so' from bookings b
      where exists (
        select 1 from moves where moves.booking_id = b.id group by moves.status having sum(moves.step) <> 0
      )`,
  },
  'stood-differs': {
    words: 'A booking does not remember whether it stood',
    broken: () => sql`
      select ${OF}, case when b.was_booked then 'was never booked' else 'was booked' end from bookings b
      where b.was_booked = ${NEVER_SOLD}`,
  },
  'came-back': {
    words: 'A booking that was sold and cancelled stands again',
    broken: () => sql`
      select ${OF}, 'was booked again after it had been sold and cancelled' from bookings b
      where exists (select 1 from booking_events e
                    where e.booking_id = b.id and e.from_status = 'booked' and e.to_status = 'cancelled')
        and exists (select 1 from booking_events e
                    where e.booking_id = b.id and e.from_status = 'cancelled' and e.to_status = 'booked')`,
  },
  'total-differs': {
    words: 'The total is not the sum of the lines',
    broken: () => sql`
      select ${OF}, 'total ' || b.total || ', lines ' || lines.amount || ' paise' from bookings b
      cross join lateral (
        select coalesce(sum(l.amount), 0) as amount from booking_lines l where l.booking_id = b.id
      ) lines
      where b.total <> lines.amount`,
  },
  'money-differs': {
    words: 'What a booking says of its money, its payments and refunds do not say',
    broken: () => sql`
      select ${OF}, 'says ' || b.received || ' received, ' || b.refunded || ' back; the rows say ' || m.received || ', '
        || m.refunded || ' paise' from bookings b
      join money m on m.booking_id = b.id
      where (b.received, b.refunded) is distinct from (m.received, m.refunded)`,
  },
  'figures-differ': {
    words: 'What the dashboard says of a month, its bookings do not say',
    broken: () => sql`
      select null, to_char(f.month, 'YYYY-MM') || ' ' || f.status, sum(f.bookings) || ' bookings and ' || sum(f.income)
        || ' paise too many at ' || coalesce(max(l.name), 'no location') from (
        select month, location_id, status, bookings, income, pending, kept, refunded from booking_figures
        union all select * from booking_figure_changes
        union all select f.* from bookings b cross join lateral booking_figures_of(b, -1) f
      ) f left join locations l on l.id = f.location_id
      group by f.month, f.location_id, f.status
      having (sum(f.bookings), sum(f.income), sum(f.pending), sum(f.kept), sum(f.refunded)) is distinct from (0, 0, 0, 0, 0)`,
  },
  'booked-unpaid': {
    words: 'A booking that was sold online stands without money',
    // of a failure that was charged at nothing all went back, and what a correction charges after all is due at the desk
    broken: () => sql`
      select ${OF}, 'received ' || m.received || ', refunded ' || m.refunded || ' paise' from bookings b
      join money m on m.booking_id = b.id
      where b.status = 'booked' and b.source = 'online' and b.total >= ${sql.raw(String(SMALLEST_PAYMENT))} and m.received <= m.refunded
        and not exists (select 1 from booking_events e where e.booking_id = b.id
          and (e.kind in ('nothing-to-pay', 'staff') or (e.kind = 'technical-failure' and e.detail ->> 'charge' = '0')))
        and not exists (select 1 from refunds r where r.booking_id = b.id and r.origin = 'dispute' and ${GOING_BACK})`,
  },
  'refund-due': {
    words: 'More was received than the booking costs, and it is not on its way back',
    broken: () => sql`
      select ${OF}, (m.received - m.refunded - b.total) || ' paise too much' from bookings b
      join money m on m.booking_id = b.id
      where m.received - m.refunded > b.total
        and (b.status = 'booked' or (b.status in ('expired', 'cancelled') and not ${NEVER_SOLD}))`,
  },
  'kept-for-nothing': {
    words: 'Money is kept for a booking that never stood',
    broken: () => sql`
      select ${OF}, (m.received - m.refunded) || ' paise kept' from bookings b
      join money m on m.booking_id = b.id
      where b.status in ('expired', 'cancelled') and m.received > m.refunded and ${NEVER_SOLD}`,
  },
  'kept-of-a-full-return': {
    words: 'Everything was to go back with the cancellation, and some is kept',
    broken: () => sql`
      select ${OF}, (m.received - m.refunded) || ' paise kept' from bookings b
      join money m on m.booking_id = b.id
      where b.status = 'cancelled' and m.received > m.refunded and not ${NEVER_SOLD} and exists (
        select 1 from booking_events e
        where e.booking_id = b.id and e.to_status = 'cancelled' and e.detail ->> 'refund' = 'full')`,
  },
  'late-money-kept': {
    words: 'Money that came after the cancellation is kept',
    broken: () => sql`
      select ${OF}, (p.amount - given.back) || ' paise kept' from bookings b
      join payments p on p.booking_id = b.id and p.voided_at is null and p.status in ('captured', 'refunded')
      cross join lateral (
        select coalesce(sum(r.amount), 0) as back from refunds r where r.payment_id = p.id and ${GOING_BACK}
      ) given
      where b.status = 'cancelled' and p.mode = 'online' and p.received_at > b.cancelled_at and given.back < p.amount`,
  },
  'stray-kept': {
    words: 'Money that belongs to no booking is not on its way back',
    broken: () => sql`
      select null, p.provider_payment_id, (p.amount - given.back) || ' paise kept' from payments p
      cross join lateral (
        select coalesce(sum(r.amount), 0) as back from refunds r where r.payment_id = p.id and ${GOING_BACK}
      ) given
      where p.booking_id is null and given.back < p.amount`,
  },
  'refunded-too-much': {
    words: 'More goes back than the payment was',
    broken: () => sql`
      select ${OF_PAYMENT}, given.back || ' of ' || p.amount || ' paise refunded' from payments p
      left join bookings b on b.id = p.booking_id
      cross join lateral (select sum(r.amount) as back from refunds r where r.payment_id = p.id and ${GOING_BACK}) given
      where given.back > p.amount or (given.back > 0 and p.voided_at is not null)`,
  },
  'dispute-unbooked': {
    words: 'A dispute and the books say different things',
    broken: () => sql`
      select ${OF}, c.reference || ' was lost and is not in the books' from money_cases c
      join payments p on p.provider_payment_id = c.provider_payment_id join bookings b on b.id = p.booking_id
      where c.kind = 'dispute' and c.outcome = 'lost' and not exists (
        select 1 from refunds r where r.payment_id = p.id and r.idempotency_key = c.reference and ${GOING_BACK})
      union all
      -- what it took later is a row of its own, named after it; one that goes on at the bank has lost it until that decides
      select ${OF}, r.idempotency_key || ' counts as lost and is not' from refunds r
      join bookings b on b.id = r.booking_id
      where r.origin = 'dispute' and ${GOING_BACK} and not exists (
        select 1 from money_cases c where c.reference = split_part(r.idempotency_key, ':', 1)
          and c.dispute_status in ('lost', 'open', 'under_review'))`,
  },
  'refunded-unsaid': {
    words: 'A payment and its refunds say different things',
    broken: () => sql`
      select ${OF_PAYMENT}, 'the payment is ' || p.status || ', ' || given.back || ' of ' || p.amount || ' paise arrived'
      from payments p left join bookings b on b.id = p.booking_id
      cross join lateral (
        select coalesce(sum(r.amount), 0) as back from refunds r where r.payment_id = p.id and r.status = 'processed'
      ) given
      where p.voided_at is null and p.status in ('captured', 'refunded') and (p.status = 'refunded') <> (given.back >= p.amount)`,
  },
  'wrong-booking': {
    words: 'Money stands on two bookings',
    broken: () => sql`
      select ${OF}, 'its refund belongs to another booking' from refunds r
      join payments p on p.id = r.payment_id join bookings b on b.id = p.booking_id
      where r.booking_id is distinct from p.booking_id
      union all
      select ${OF}, 'its payment was made for another booking' from payments p
      join payment_attempts a on a.id = p.attempt_id join bookings b on b.id = p.booking_id
      where a.booking_id <> p.booking_id`,
  },
  'payment-misentered': {
    words: 'An online payment is not the one that was asked for',
    broken: () => sql`
      select ${OF}, case
          when p.provider_payment_id is null or a.id is null then 'without an order'
          when p.voided_at is not null then 'struck out'
          when p.amount <> a.amount then p.amount || ' paise for an order of ' || a.amount
          else 'its order counts as ' || a.status end
      from payments p join bookings b on b.id = p.booking_id left join payment_attempts a on a.id = p.attempt_id
      where p.mode = 'online' and (a.id is null or p.provider_payment_id is null or p.voided_at is not null
        or p.amount <> a.amount or a.status <> 'paid')
        and not (a.id is null and p.voided_at is null and exists (
          select 1 from money_cases c where c.provider_payment_id = p.provider_payment_id
            and c.booking_id = p.booking_id and c.outcome = 'assigned'))
      union all
      select ${OF}, 'an order counts as paid without a payment' from payment_attempts a
      join bookings b on b.id = a.booking_id
      where a.status = 'paid' and not exists (select 1 from payments p where p.attempt_id = a.id)`,
  },
  'provider-money-unknown': {
    words: 'The provider told of money for our order that is in no booking and on no list',
    // told a day ago: by then the nightly comparison has been there
    broken: (now) => sql`
      select ${OF}, told.payment_id || ' was captured' from (
        select substring(w.body from '"id"\\s*:\\s*"(pay_[A-Za-z0-9]{14})"') as payment_id,
               substring(w.body from '"order_id"\\s*:\\s*"(order_[A-Za-z0-9]{14})"') as order_id
        from webhook_inbox w
        where w.event in ('payment.captured', 'order.paid') and w.received_at < ${now} - interval '26 hours'
        union
        select e.detail->>'paymentId', a.provider_order_id from booking_events e
        join payment_attempts a on a.booking_id = e.booking_id
        where e.kind in ('payment-received', 'payment-unfitting') and e.at < ${now} - interval '26 hours'
          -- one that was only authorised, or was back already, is no money that somebody holds
          and coalesce(e.detail->>'status', 'captured') = 'captured'
      ) told
      join payment_attempts a on a.provider_order_id = told.order_id join bookings b on b.id = a.booking_id
      where told.payment_id is not null
        and not exists (select 1 from payments p where p.provider_payment_id = told.payment_id)
        and not exists (select 1 from outbox o
                        where o.kind = 'unknown-money' and o.payload->>'paymentId' = told.payment_id)
        and not exists (select 1 from money_cases c where c.provider_payment_id = told.payment_id)
        and not exists (select 1 from webhook_inbox w
                        where starts_with(w.event, 'refund.') and position(told.payment_id in w.body) > 0)
        and not exists (select 1 from booking_events e
                        where e.detail->>'paymentId' = told.payment_id and e.detail->>'status' = 'refunded')`,
  },
  'confirmations-differ': {
    words: 'A booking was not confirmed once for each time it was sold',
    // by their keys: what a letter says is emptied after a month; one that staff sent again has a key of its own
    broken: () => sql`
      select ${OF}, 'sold ' || coalesce(sold.times, 0) || ' times, confirmed ' || coalesce(mails.count, 0) || ' times'
      from bookings b
      left join (
        select booking_id, count(*) as times from booking_events where to_status = 'booked' group by booking_id
      ) sold on sold.booking_id = b.id
      left join (
        select split_part(dedupe_key, ':', 2) as booking_id, count(*) as count from outbox
        where kind = 'confirmation' and starts_with(dedupe_key, 'confirmation:') group by 1
      ) mails on mails.booking_id = b.id
      where coalesce(sold.times, 0) <> coalesce(mails.count, 0)`,
  },
  'cancelled-undated': {
    words: 'A cancellation has no date, or a date and no cancellation',
    broken: () => sql`
      select ${OF}, 'is ' || b.status from bookings b where (b.status = 'cancelled') <> (b.cancelled_at is not null)`,
  },
  'papers-gap': {
    words: 'A series of papers lacks a number, or counts otherwise than its papers',
    // no number stands twice in a series (a unique index), so these three are enough
    broken: () => sql`
      select null, s.prefix || ' ' || s.kind || ' ' || s.year, 'counted to ' || s.last || ', ' || papers.count
        || ' papers up to ' || papers.highest from document_series s
      cross join lateral (
        select count(*) as count, coalesce(min(d.sequence), 1) as lowest, coalesce(max(d.sequence), 0) as highest
        from tax_documents d where d.series_id = s.id
      ) papers
      where (papers.count, papers.highest, papers.lowest) is distinct from (s.last, s.last, 1)`,
  },
  'left-undone': {
    words: 'Work has been lying for more than a day',
    broken: (now) => sql`
      select null, w.event_id, w.event || ' was not applied' from webhook_inbox w
      where w.done_at is null and w.received_at < ${now} - interval '26 hours'
      union all
      select b.id, coalesce(b.code, o.id), ${LETTER_WORDS} || ${HOW_UNSENT} from outbox o
      left join bookings b on b.id = o.payload ->> 'bookingId'
      where o.sent_at is null and o.created_at < ${now} - interval '26 hours'`,
  },
} as const satisfies Record<string, Invariant>

export type InvariantName = keyof typeof INVARIANTS

/** All of them as one statement, so that they see one moment: rows of invariant, booking_id, subject, detail, in no order. */
export function booksSql(now: Date): SQL {
  const at = sql`${now.toISOString()}::timestamptz`
  const parts = Object.entries(INVARIANTS).map(
    ([name, { broken }]) =>
      sql`select ${sql.raw(`'${name}'`)} as invariant, found.* from (${broken(at)}) found (booking_id, subject, detail)`,
  )
  return sql`
    with money as (
      select b.id as booking_id,
        (select coalesce(sum(p.amount), 0) from payments p
         where p.booking_id = b.id and p.voided_at is null and p.status in ('captured', 'refunded')) as received,
        (select coalesce(sum(r.amount), 0) from refunds r where r.booking_id = b.id and ${GOING_BACK}) as refunded
      from bookings b
    ),
    moves as (
      select booking_id, to_status as status, 1 as step from booking_events where to_status is not null
      union all
      select booking_id, from_status, -1 from booking_events where from_status is not null
      union all
      select id, status, -1 from bookings
    )
    ${sql.join(parts, sql` union all `)}`
}
