import { isNotNull, isNull, sql } from 'drizzle-orm'
import { JSDOM } from 'jsdom'
import { beforeEach, expect, test } from 'vitest'
import { rowsOf } from '~/db/rows-of'
import { contactMessages, outbox } from '~/db/schema'
import { lettersHeldUp, lookForMailServer } from '~/features/notification/outbox.server'
import { storeMessage } from '~/features/site/contact.server'
import { jobHandlers } from '~/jobs.server'
import { createMailer } from '~/platform/mailer.server'
import AdminLayout, { loader } from '~/routes/admin/layout'
import { serveHere, signedIn } from '../support/addresses'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { drawn } from '../support/drawn'
import { startRefusingMailServer } from '../support/refusing-mail-server'
import { locationAdmin, OWNER } from '../support/theatre'

const NOBODY = 'smtp://127.0.0.1:9'

onEachDatabase('letters that the mail server does not take', (kind) => {
  const app = useApp(kind)
  beforeEach(() => serveHere(app.context))

  /** A visitor's message, which goes out as a letter to the business. */
  const write = (name: string) =>
    storeMessage(app.context, { name, phone: '9845000001', email: 'tara@gmail.com', message: 'Have you popcorn?' })
  /** Works off what is due while the mail server is another one. */
  async function workBy(smtpUrl: string) {
    const context = { ...app.context, mailer: createMailer({ smtpUrl, from: 'x@lumiere.example' }) }
    const done = await app.context.jobs.runDue(jobHandlers(context))
    context.mailer.close()
    return done
  }
  /** As after many tries: each waits for hours. */
  const tireJobs = () =>
    app.context.db.execute(
      sql`update pgboss.job set start_after = now() + interval '3 hours' where name = 'deliver-mail' and state = 'retry'`,
    )
  /** From whom letters wait. */
  const open = async () => {
    const letters = await app.context.db.select().from(outbox).where(isNull(outbox.sentAt))
    const from = await app.context.db.select().from(contactMessages)
    return from.filter(({ id }) => letters.some(({ payload }) => payload.messageId === id)).map(({ name }) => name)
  }

  test('go at once when it takes one again, and what it refused by itself does not', async () => {
    const refuses = await startRefusingMailServer()
    await write('refused')
    await workBy(refuses.smtpUrl)
    await refuses.stop()
    const many = Array.from({ length: 24 }, (_, nth) => `waiting ${nth}`)
    for (const name of many) await write(name)
    expect(await workBy(NOBODY)).toMatchObject({ failed: many.length })
    await tireJobs()
    expect(await app.work()).toMatchObject({ done: 0 })

    await write('last')
    await app.work()
    expect(await open()).toEqual(['refused'])
    expect(app.mailbox.mails).toHaveLength(many.length + 1)
    // what went has left nothing behind that would hurry others once more
    expect(await app.context.db.$count(outbox, isNotNull(outbox.unreachedAt))).toBe(0)
  })

  test('are tried every ten minutes, also when their own tries are over', async () => {
    for (const name of ['first', 'second']) await write(name)
    await workBy(NOBODY)
    await tireJobs()
    app.clock.advanceMinutes(9)
    await lookForMailServer(app.context)
    expect(await workBy(NOBODY)).toEqual({ done: 0, failed: 0 })
    app.clock.advanceMinutes(1)
    await lookForMailServer(app.context)
    // one looks for all of them
    expect(await workBy(NOBODY)).toEqual({ done: 0, failed: 1 })
    await lookForMailServer(app.context)
    expect(await workBy(NOBODY)).toEqual({ done: 0, failed: 0 })

    await app.context.db.execute(sql`update pgboss.job set state = 'failed' where name = 'deliver-mail'`)
    app.clock.advanceMinutes(10)
    await lookForMailServer(app.context)
    await app.work()
    expect(await open()).toEqual([])
    expect(app.mailbox.mails).toHaveLength(2)
    const jobs = rowsOf(await app.context.db.execute(sql`select from pgboss.job where name = 'deliver-mail'`))
    expect(jobs).toHaveLength(4)
  })

  test.each([
    'login',
    'sender',
    'connection',
  ] as const)('wait for one that takes nothing from us, or closes, as for one that is not there: %s', async (at) => {
    const refuses = await startRefusingMailServer(at)
    await write('first')
    await workBy(refuses.smtpUrl)
    await refuses.stop()
    const [letter] = await app.context.db.select().from(outbox)
    expect(letter).toMatchObject({ sentAt: null, unreachedAt: app.clock.now(), attempts: 1 })
  })

  test('wait since the first try that did not find it, not since it refused them by themselves', async () => {
    const refuses = await startRefusingMailServer()
    await write('refused')
    await workBy(refuses.smtpUrl)
    await refuses.stop()
    app.clock.advanceMinutes(600)
    const again = () => app.context.db.execute(sql`update pgboss.job set start_after = now() where state = 'retry'`)
    await again()
    expect(await workBy(NOBODY)).toMatchObject({ failed: 1 })
    const since = app.clock.now()
    expect(await lettersHeldUp(app.context)).toBeUndefined()
    app.clock.advanceMinutes(10)
    await again()
    expect(await workBy(NOBODY)).toMatchObject({ failed: 1 })
    expect(await lettersHeldUp(app.context)).toMatchObject({ count: 1, since })
  })

  test('are told to staff on every page, with its answer to who can see to it', async () => {
    const { locationId } = app.theatre
    const cookies = {
      'super-admin': await signedIn(app, OWNER),
      'location-admin': await signedIn(app, locationAdmin(locationId)),
      'front-desk': await signedIn(app, { id: 'desk', name: 'Dora', role: 'front-desk', locationId }),
      kitchen: await signedIn(app, { id: 'cook', name: 'Kiran', role: 'kitchen', locationId }),
    }
    /** What stands above a page of this role. */
    async function said(role: keyof typeof cookies) {
      const request = new Request('http://localhost:3000/admin', { headers: { Cookie: cookies[role] } })
      const page = await drawn({ loader: () => loader({ request, params: {}, context: {} }), Component: AdminLayout })
      return new JSDOM(page).window.document.querySelector('main > [role="status"] p')?.textContent
    }
    await write('first')
    await workBy(NOBODY)
    app.clock.advanceMinutes(9)
    expect(await said('super-admin')).toBeUndefined()
    app.clock.advanceMinutes(1)
    const waits =
      'The mail server takes no letters: 1 letter has waited since 01/03/2027, 12:00 PM. It goes out once it does.'
    expect(await said('front-desk')).toBe(waits)
    expect(await said('location-admin')).toBe(waits)
    expect(await said('super-admin')).toBe(`${waits} The last answer: connect ECONNREFUSED 127.0.0.1:9`)
    expect(await said('kitchen')).toBeUndefined()

    await write('second')
    await app.work()
    expect(await said('super-admin')).toBeUndefined()
  })
})
