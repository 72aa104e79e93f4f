import { desc, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { contactMessages, outbox } from '~/db/schema'
import { resendOpenMail } from '~/features/notification/outbox.server'
import { contactForm, storeMessage } from '~/features/site/contact.server'
import { judgeSender, OPENED_FIELD, openedNow, TRAP_FIELD } from '~/features/site/contact-guard.server'
import { jobHandlers } from '~/jobs.server'
import { createMailer } from '~/platform/mailer.server'
import { tooManyTries } from '~/platform/rate-limit.server'
import { writeTimeToken } from '~/platform/time-token.server'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'

const MESSAGE = {
  name: 'Asha Rao',
  phone: '+91 98450 00001',
  email: 'asha@lumiere.example',
  message: 'Is the Velvet room free on Sunday?\n<b>Please</b> call.',
}

onEachDatabase('a message from the contact form', (kind) => {
  const app = useApp(kind)

  test('is stored and then mailed, and an answer goes to the sender', async () => {
    await storeMessage(app.context, MESSAGE)
    expect(app.mailbox.mails).toEqual([])
    const [stored] = await app.context.db.select().from(contactMessages)
    expect(stored).toMatchObject({ ...MESSAGE, createdAt: app.clock.now(), handledAt: null })
    expect(await app.work()).toEqual({ done: 1, failed: 0 })
    const [mail] = app.mailbox.mails
    expect(mail).toMatchObject({ to: 'hello@lumiere.example', subject: 'Message from Asha Rao' })
    expect(mail?.replyTo).toBe('asha@lumiere.example')
    expect(mail?.text).toContain('Is the Velvet room free on Sunday?\n<b>Please</b> call.')
    expect(mail?.text).toContain('http://localhost:3000/admin/messages')
    expect(mail?.html).not.toContain('<b>Please')
  })

  test('from an address in another script is mailed as every server takes it, with the address to write to', async () => {
    const email = 'ಮೀರಾ@lumiere.example'
    await storeMessage(app.context, { ...MESSAGE, email })
    expect(await app.work()).toEqual({ done: 1, failed: 0 })
    const [mail] = app.mailbox.mails
    const raw = await (await fetch(`${app.mailbox.url}/mail/${mail?.id}/raw`)).text()
    expect(raw.slice(0, raw.indexOf('\r\n\r\n'))).toMatch(/^[\x20-\x7E\r\n]+$/)
    expect(mail?.text).toContain(`Email ${email}\n\nWrite to the address above, or mark the message as handled`)
  })

  test('that is sent twice, since the answer was lost, is one message and one mail', async () => {
    const opened = openedNow(app.context)
    const send = (more: object = {}) => storeMessage(app.context, { ...MESSAGE, [OPENED_FIELD]: opened, ...more })
    const count = () => app.context.db.$count(contactMessages)
    await Promise.all([send(), send()])
    await send()
    expect(await count()).toBe(1)
    expect(await app.work()).toEqual({ done: 1, failed: 0 })
    await send({ message: 'And on Monday?' })
    app.clock.advanceMinutes(1)
    // said again on purpose, by a form that was opened anew
    await send({ [OPENED_FIELD]: openedNow(app.context) })
    expect(await count()).toBe(3)
    // a program opens no form: of one day it is one
    await storeMessage(app.context, MESSAGE)
    await storeMessage(app.context, MESSAGE)
    expect(await count()).toBe(4)
    app.clock.advanceMinutes(24 * 60)
    await storeMessage(app.context, MESSAGE)
    expect(await count()).toBe(5)
  })

  test('is kept when the mail server is away, and goes out when it is back', async () => {
    await storeMessage(app.context, MESSAGE)
    const mailer = createMailer({ smtpUrl: 'smtp://127.0.0.1:9', from: 'a@lumiere.example' })
    const away = jobHandlers({ ...app.context, mailer })
    expect(await app.context.jobs.runDue(away)).toEqual({ done: 0, failed: 1 })
    expect(await app.context.db.select().from(contactMessages)).toHaveLength(1)
    const [waiting] = await app.context.db.select().from(outbox).where(eq(outbox.kind, 'contact-message'))
    expect(waiting).toMatchObject({ sentAt: null, attempts: 1 })
    app.clock.advanceMinutes(1)
    await resendOpenMail(app.context, app.clock.now())
    await app.work()
    expect(app.mailbox.mails).toMatchObject([{ subject: 'Message from Asha Rao' }])
  })

  test('can come five times an hour from one person, then not', async () => {
    for (let tries = 0; tries < 5; tries++) {
      expect(await tooManyTries(app.context, 'contact', MESSAGE.email)).toBeUndefined()
    }
    expect(await tooManyTries(app.context, 'contact', MESSAGE.email)).toBe(
      'Too many tries. Please try again in 60 minutes.',
    )
    app.clock.advanceMinutes(60)
    expect(await tooManyTries(app.context, 'contact', MESSAGE.email)).toBeUndefined()
  })

  test('of a name with line breaks cannot write headers of its own', async () => {
    await storeMessage(app.context, { ...MESSAGE, name: 'Asha\r\nBcc: all@lumiere.example' })
    await app.work()
    expect(app.mailbox.mails[0]?.recipients).toEqual(['hello@lumiere.example'])
    const [newest] = await app.context.db.select().from(contactMessages).orderBy(desc(contactMessages.createdAt))
    expect(newest?.name).toContain('Asha')
  })
})

describe('who seems to have sent a message', () => {
  const app = useApp('embedded')
  const sent = (fields: Record<string, string>, context = app.context) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    return judgeSender(context, form)
  }

  test('a person needs two seconds at least, and a day at most', () => {
    const opened = openedNow(app.context)
    expect(sent({ [OPENED_FIELD]: opened })).toEqual({
      sender: 'unsure',
      message: 'That was very quick. Please press Send again.',
    })
    app.clock.set(new Date(app.clock.now().getTime() + 2_000).toISOString())
    expect(sent({ [OPENED_FIELD]: opened })).toEqual({ sender: 'person' })
    app.clock.advanceMinutes(24 * 60)
    expect(sent({ [OPENED_FIELD]: opened })).toMatchObject({ sender: 'unsure' })
  })

  test('whoever fills the hidden field is a robot', () => {
    expect(sent({ [OPENED_FIELD]: openedNow(app.context), [TRAP_FIELD]: 'https://x.example' })).toEqual({
      sender: 'robot',
    })
  })

  test.each([
    ['no token', {}],
    ['a token nobody signed', { [OPENED_FIELD]: `${(0).toString(36)}.${'0'.repeat(64)}` }],
    ['rubbish', { [OPENED_FIELD]: '💥' }],
  ])('%s proves nothing', (_, fields: Record<string, string>) => {
    app.clock.advanceMinutes(10)
    expect(sent(fields)).toMatchObject({ sender: 'unsure' })
  })

  test('a token for something else, or by another secret, proves nothing; one by an older secret of ours does', () => {
    const { SESSION_SECRET } = app.context.settings
    const now = app.clock.now()
    app.clock.advanceMinutes(1)
    expect(sent({ [OPENED_FIELD]: writeTimeToken(SESSION_SECRET, 'other', now) })).toMatchObject({ sender: 'unsure' })
    const old = writeTimeToken(['another secret'], 'contact', now)
    expect(sent({ [OPENED_FIELD]: old })).toMatchObject({ sender: 'unsure' })
    const settings = { ...app.context.settings, SESSION_SECRET: [...SESSION_SECRET, 'another secret'] }
    expect(sent({ [OPENED_FIELD]: old }, { ...app.context, settings })).toEqual({ sender: 'person' })
  })
})
describe('the contact form', () => {
  test.each([
    ['name', 'Name is required'],
    ['phone', 'Phone is required'],
    ['email', 'Email is required'],
    ['message', 'Message is required'],
  ] as const)('needs %s, and blanks are none', (field, message) => {
    for (const blank of [undefined, '', '   ']) {
      const read = contactForm.safeParse({ ...MESSAGE, [field]: blank })
      expect(read.error?.issues.map((issue) => [issue.path[0], issue.message])).toEqual([[field, message]])
    }
  })

  test('wants an address that mail can reach, and no novels', () => {
    const first = (fields: object) => contactForm.safeParse({ ...MESSAGE, ...fields }).error?.issues[0]?.message
    expect(first({ email: 'asha' })).toBe('Email must be an e-mail address')
    expect(first({ message: 'x'.repeat(2001) })).toBe('Message can have at most 2000 characters')
    expect(first({ message: 'x'.repeat(2000) })).toBeUndefined()
  })
})
