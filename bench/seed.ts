import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { drizzle } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import { type Database, openDatabase, type Transaction } from '~/db/client.server'
import { migrateDatabase } from '~/db/migrate.server'
import { rowsOf } from '~/db/rows-of'
import * as schema from '~/db/schema'
import { todayIn } from '~/domain/calendar'
import { seedDemo } from '~sandbox/demo/seed'

const LOCATIONS = 40
const ROOMS = 4 * LOCATIONS
/** Slots of two hours from 08:00 on. */
const SLOTS_A_DAY = 5
const DAYS_AHEAD = 10
const ZONE = 'Asia/Kolkata'
const GIVEN_NAMES = (
  'Aarav Aditi Anand Anika Arjun Asha Bela Bhavna Chitra Deepak Divya Esha Farhan Gauri Gita Hari Imran Ishaan Jaya Kavya ' +
  'Kiran Lata Leela Manoj Meera Mohan Nandini Nikhil Om Pooja Priya Rahul Rekha Rohan Sana Suresh Tara Uma Vikram Zoya'
).split(' ')
const FAMILY_NAMES = (
  'Acharya Ahmed Bhat Bose Chatterjee Das Desai Dsouza Fernandes Gowda Gupta Hegde Iyengar Iyer Jain Joshi Kamath Kapoor ' +
  'Khan Krishnan Kulkarni Kumar Mehta Menon Murthy Nair Naidu Pai Patel Pillai Prasad Rao Reddy Saxena Sharma Shetty Singh ' +
  'Thomas Varma Yadav'
).split(' ')
/** How far the phone numbers of two customers lie apart, so that they look drawn by lot and none comes twice. */
const NUMBERS_APART = 2_654_435_761

/**
 * Fills a database with so many bookings in 160 rooms, every slot of every day from ten days ahead backwards: a larger
 * business is an older one. Of a hundred, 88 were sold, 8 cancelled, 4 ran out; what was sold has a payment in advance, what
 * is past another for the rest. Written by SQL, with indexes and triggers put back afterwards.
 */
export async function seedBookings(url: string, count: number): Promise<void> {
  const client = await openDatabase({ url })
  await migrateDatabase(client, 'drizzle')
  await seedDemo(client.db, { zone: ZONE, now: new Date(), appUrl: 'http://localhost:3000', phone: '9845011111' })
  await client.close()
  // the product's own connections give a server up that is silent for so long
  const patient = postgres(url, { max: 1, onnotice: () => {} })
  const db = drizzle(patient, { schema }) as unknown as Database
  try {
    await addRooms(db)
    await db.transaction(async (tx) => {
      const putBack = await setAside(tx, ['bookings', 'booking_lines', 'booking_events', 'payments', 'customers'])
      await addBookings(tx, count)
      await putBack()
      await tx.execute(sql`delete from booking_figures`)
      await tx.execute(sql`delete from booking_figure_changes`)
      await tx.execute(sql`
        insert into booking_figures
        select f.month, f.location_id, f.status, sum(f.bookings), sum(f.income), sum(f.pending), sum(f.kept), sum(f.refunded)
        from bookings b cross join lateral booking_figures_of(b, 1) f group by f.month, f.location_id, f.status`)
    })
    await db.execute(sql`vacuum analyze`)
  } finally {
    await patient.end()
  }
}

/** Copies of a table's rows in which some columns say something else. `from` names the rows as `t`. */
function copy(table: PgTable, from: SQL, changes: Record<string, SQL>): SQL {
  const columns = Object.entries(getTableColumns(table))
  const list = columns.map(([, column]) => sql.identifier(column.name))
  const values = columns.map(([name, column]) => changes[name] ?? sql`t.${sql.identifier(column.name)}`)
  return sql`insert into ${table} (${sql.join(list, sql`, `)}) select ${sql.join(values, sql`, `)} from ${from}`
}

async function addRooms(db: Database): Promise<void> {
  const { locations, screens, screenSlots, packages } = schema
  await db.execute(
    copy(
      locations,
      sql`(select * from locations where active limit 1) t cross join generate_series(1, ${LOCATIONS}) n`,
      {
        id: sql`'place' || n`,
        name: sql`'Place ' || n`,
      },
    ),
  )
  await db.execute(
    copy(screens, sql`(select * from screens where active limit 1) t cross join generate_series(1, ${ROOMS}) n`, {
      id: sql`'room' || n`,
      name: sql`'Room ' || n`,
      locationId: sql`'place' || (1 + n % ${LOCATIONS})`,
    }),
  )
  await db.execute(
    copy(
      screenSlots,
      sql`(select * from screen_slots limit 1) t cross join generate_series(1, ${ROOMS}) n
        cross join generate_series(0, ${SLOTS_A_DAY - 1}) s`,
      {
        ...{ id: sql`'slot' || n || '-' || s`, screenId: sql`'room' || n` },
        ...{ from: sql`to_char(8 + 2 * s, 'FM00') || ':00'`, to: sql`to_char(10 + 2 * s, 'FM00') || ':00'` },
      },
    ),
  )
  await db.execute(
    copy(
      packages,
      sql`packages t cross join generate_series(1, ${ROOMS}) n
        where t.screen_id = (select screen_id from packages order by id limit 1)`,
      { id: sql`'package' || n || t.id`, screenId: sql`'room' || n` },
    ),
  )
}

/** The phone number of the nth customer of `seedBookings`. */
export const seededNumber = (n: number): string =>
  String(6_000_000_000n + ((BigInt(n) * BigInt(NUMBERS_APART)) % 4_000_000_000n))

const oneOf = (words: readonly string[], n: SQL) =>
  sql`(${sql.raw(`array[${words.map((word) => `'${word}'`).join(',')}]`)})[1 + ${n} % ${words.length}]`

async function addBookings(tx: Transaction, count: number): Promise<void> {
  const { bookings, bookingLines, customers } = schema
  const today = todayIn(ZONE, new Date())
  const people = Math.max(1, Math.round(count / 3))
  const nameOf = (n: SQL) =>
    sql`${oneOf(GIVEN_NAMES, n)} || ' ' || ${oneOf(FAMILY_NAMES, sql`${n} / ${GIVEN_NAMES.length}`)}`
  const emailOf = (n: SQL) => sql`lower(replace(${nameOf(n)}, ' ', '.')) || ${n} || '@gmail.com'`
  const numberOf = (n: SQL) => sql`(6000000000 + ${n}::bigint * ${NUMBERS_APART} % 4000000000)::text`
  await tx.execute(
    copy(customers, sql`(select * from customers limit 1) t cross join generate_series(0, ${people}) n`, {
      id: sql`'guest' || n`,
      name: nameOf(sql`n`),
      email: emailOf(sql`n`),
      number: numberOf(sql`n`),
    }),
  )
  const status = sql`(case when n % 25 = 3 then 'expired' when n % 25 in (7, 15) then 'cancelled' else 'booked' end)::booking_status`
  const guest = sql`((n::bigint * 7919) % ${people})::int`
  const room = sql`(1 + (n / ${SLOTS_A_DAY}) % ${ROOMS})`
  const day = sql`(${today}::date + ${DAYS_AHEAD}::int - n / ${SLOTS_A_DAY * ROOMS})`
  const hour = sql`(8 + 2 * (n % ${SLOTS_A_DAY}))`
  const start = sql`((${day} + make_interval(hours => ${hour})) at time zone ${ZONE})`
  const made = sql`(${start} - make_interval(hours => 24 * (11 + n % 20), secs => n % 3600))`
  const sold = sql`n % 25 <> 3`
  const past = sql`${day} < ${today}::date and n % 25 not in (3, 7, 15)`
  // in the order in which they were booked, as a business has its rows: a page of the newest reads few blocks
  await tx.execute(
    copy(
      bookings,
      sql`(select * from bookings where status = 'booked' order by created_at limit 1) t
        cross join (select n from generate_series(0, ${count - 1}) n order by ${made}) made`,
      {
        ...{
          id: sql`'b' || n`,
          code: sql`'LUM-' || upper(lpad(to_hex(n::bigint * 2654435761 % 4294967296), 8, '0'))`,
          linkToken: sql`md5('link' || n)`,
        },
        ...{ attemptId: sql`'seed' || n`, status, source: sql`'staff'`, holdEndsAt: sql`null` },
        ...{
          locationId: sql`'place' || (1 + ${room} % ${LOCATIONS})`,
          locationName: sql`'Place ' || (1 + ${room} % ${LOCATIONS})`,
        },
        ...{
          screenId: sql`'room' || ${room}`,
          screenName: sql`'Room ' || ${room}`,
          packageId: sql`'package' || ${room} || t.package_id`,
        },
        ...{
          visitDate: day,
          slotFrom: sql`to_char(${hour}, 'FM00') || ':00'`,
          slotTo: sql`to_char(${hour} + 2, 'FM00') || ':00'`,
        },
        during: sql`tstzrange(${start}, ${start} + interval '2 hours')`,
        ...{
          customerId: sql`'guest' || ${guest}`,
          customerName: nameOf(guest),
          customerEmail: emailOf(guest),
        },
        customerNumber: numberOf(guest),
        ...{ total: sql`149900`, subtotal: sql`149900`, couponPrice: sql`0` },
        wasBooked: sql`${sold}`,
        received: sql`case when ${past} then 149900 when ${sold} then 99900 else 0 end`,
        refunded: sql`0`,
        cancelledAt: sql`case when n % 25 in (7, 15) then ${start} - interval '3 days' end`,
        ...{ createdAt: made, updatedAt: made },
      },
    ),
  )
  await tx.execute(
    copy(
      bookingLines,
      sql`(select * from booking_lines order by kind, id limit 1) t cross join generate_series(0, ${count - 1}) n`,
      {
        ...{
          id: sql`'l' || n`,
          bookingId: sql`'b' || n`,
          position: sql`0`,
          amount: sql`149900`,
          unitPrice: sql`149900`,
        },
      },
    ),
  )
  await tx.execute(sql`
    insert into booking_events (id, booking_id, at, kind, from_status, to_status, actor)
    select 'e' || id, id, created_at, 'staff', null::booking_status, case when status = 'expired' then 'pending' else 'booked' end::booking_status, 'system'
    from bookings where id like 'b%' and attempt_id like 'seed%'
    union all
    select 'f' || id, id, coalesce(cancelled_at, created_at), 'staff', case when status = 'expired' then 'pending' else 'booked' end::booking_status,
      status, 'system'
    from bookings where attempt_id like 'seed%' and status in ('expired', 'cancelled')`)
  await tx.execute(sql`
    insert into payments (id, booking_id, mode, status, purpose, amount, received_at, created_at, updated_at)
    select 'p' || id, id, 'cash'::payment_mode, 'captured'::payment_status, 'advance', 99900, created_at, created_at, created_at
    from bookings where attempt_id like 'seed%' and received > 0
    union all
    select 'q' || id, id, 'cash'::payment_mode, 'captured'::payment_status, 'balance', 50000, lower(during), lower(during), lower(during)
    from bookings where attempt_id like 'seed%' and received > 99900`)
}

/** Takes indexes, the rule against overlaps, references and triggers away; answers what puts them back. */
async function setAside(tx: Transaction, tables: string[]): Promise<() => Promise<void>> {
  const names = sql.raw(tables.map((name) => `'${name}'::regclass`).join(', '))
  const constraints = rowsOf<{ owner: string; name: string; definition: string }>(
    await tx.execute(sql`
      select conrelid::regclass::text as owner, conname as name, pg_get_constraintdef(oid) as definition
      from pg_constraint where contype in ('f', 'x') and conrelid in (${names})`),
  )
  const indexes = rowsOf<{ name: string; definition: string }>(
    await tx.execute(sql`
      select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
      where i.indrelid in (${names}) and not i.indisprimary and not i.indisexclusion`),
  )
  // what an index samples by a setting of its own is no part of its definition
  const samples = rowsOf<{ name: string; column: number; texts: number }>(
    await tx.execute(sql`
      select attrelid::regclass::text as name, attnum as column, attstattarget as texts from pg_attribute
      where attstattarget > 0 and attrelid in (select indexrelid from pg_index where indrelid in (${names}))`),
  )
  const run = (text: string) => tx.execute(sql.raw(text))
  for (const table of tables) await run(`alter table ${table} disable trigger user`)
  for (const { owner, name } of constraints) await run(`alter table ${owner} drop constraint ${name}`)
  for (const { name } of indexes) await run(`drop index ${name}`)
  return async () => {
    await run("set local maintenance_work_mem = '512MB'")
    for (const { definition } of indexes) await run(definition)
    for (const { name, column, texts } of samples) {
      await run(`alter index ${name} alter column ${column} set statistics ${texts}`)
    }
    for (const { owner, name, definition } of constraints) {
      await run(`alter table ${owner} add constraint ${name} ${definition}`)
    }
    for (const table of tables) await run(`alter table ${table} enable trigger user`)
  }
}

if (process.argv[1]?.endsWith('seed.ts')) {
  const [, , count = '10000', url = process.env.DATABASE_URL ?? ''] = process.argv
  const began = performance.now()
  await seedBookings(url, Number(count))
  console.log(`${count} bookings in ${((performance.now() - began) / 1000).toFixed(0)} s`)
}
