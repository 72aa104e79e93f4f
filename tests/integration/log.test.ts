import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { cities } from '~/db/schema'
import { createLog } from '~/platform/log.server'
import { createMailer } from '~/platform/mailer.server'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { startRefusingMailServer } from '../support/refusing-mail-server'

onEachDatabase('a failed query in the log', (kind) => {
  const app = useApp(kind)

  test('is told without its values', async () => {
    const lines: string[] = []
    const log = createLog('info', { write: (line) => lines.push(line) })
    const id = 'zubeida.q@gmail.com'
    const failures = [
      app.context.db.insert(cities).values([1, 2].map(() => ({ id, name: '9812345670' }))),
      app.context.db.execute(sql`select ${id}::int`),
    ]
    for (const failure of failures) log.error({ err: await failure.catch((error: unknown) => error) }, 'request failed')
    expect(lines).toHaveLength(2)
    expect(JSON.parse(lines[0] ?? '').err).toMatchObject({ message: expect.stringContaining('Failed query') })
    for (const line of lines) {
      expect(line).not.toContain('zubeida')
      expect(line).not.toContain('9812345670')
    }
  })

  test.each([
    ['as a line of a stack does', 'A party\n\nat 7 pm, for zubeida, 9812345670'],
    ['as a cause does', 'A party\ncaused by: zubeida, 9812345670'],
    ['within its quotes', 'A "party"\nof "zubeida"\n9812345670'],
  ])('nor with what somebody wrote in several lines, one of which begins %s', async (_, written) => {
    const lines: string[] = []
    const log = createLog('info', { write: (line) => lines.push(line) })
    const failures = [
      app.context.db.insert(cities).values([1, 2].map(() => ({ id: 'once', name: written }))),
      app.context.db.execute(sql`select ${written}::int`),
    ]
    for (const failure of failures) log.error({ err: await failure.catch((error: unknown) => error) }, 'request failed')
    expect(lines).toHaveLength(2)
    for (const line of lines) expect(line).not.toMatch(/party|zubeida|9812345670/)
    for (const line of lines) expect(JSON.parse(line).err.stack).toMatch(/Failed query[\s\S]*\n\s+at /)
  })
})

test('takes out all that a cause was asked with, also where it begins as what the error was asked with', () => {
  const lines: string[] = []
  const failed = (params: string[], cause?: Error) =>
    Object.assign(new Error(`Failed query: select 1\nparams: ${params}`, { cause }), { params })
  const err = failed(['LOVE10'], failed(['LOVE10', 'zubeida\nsays hello']))
  createLog('info', { write: (line) => lines.push(line) }).error({ err }, 'request failed')
  expect(lines[0]).toContain('Failed query')
  expect(lines[0]).not.toMatch(/zubeida|hello/)
})

test('takes out the same of each of several errors, and of what these hold', () => {
  const lines: string[] = []
  const failed = (name: string) =>
    Object.assign(new Error(`Failed query: select 1\nparams: ${name}`), {
      params: [name],
      query: 'select',
      code: '23505',
    })
  const inner = Object.assign(new Error('Key "zubeida" exists'), {
    detail: 'Key (name)=(zubeida)',
    at: failed('zubeida'),
  })
  const several = new AggregateError(
    [failed('zubeida'), inner, { recipient: 'z.q@gmail.com' }, 'to z.q@gmail.com'],
    'Two',
  )
  createLog('info', { write: (line) => lines.push(line) }).error(
    { err: new Error('A job', { cause: several }) },
    'failed',
  )
  createLog('info', { write: (line) => lines.push(line) }).error({ err: several }, 'failed')
  expect(lines.join()).not.toMatch(/zubeida|gmail/)
  expect(JSON.parse(lines[1] ?? '').err).toMatchObject({
    message: expect.stringContaining('Two'),
    aggregateErrors: [{ code: '23505' }, { at: { code: '23505' } }, {}, 'to …'],
  })
})

test('an error that holds itself is told', () => {
  const lines: string[] = []
  const err = Object.assign(new Error('Round'), { code: 'E1', self: {} as unknown })
  err.self = { again: err }
  createLog('info', { write: (line) => lines.push(line) }).error({ err }, 'failed')
  expect(JSON.parse(lines[0] ?? '').err).toMatchObject({ message: 'Round', code: 'E1' })
})

test.each([
  'zubeida.q@gmail.com',
  'zubeida+q@mail.example.co.in',
  'zoë.zubeida@münchen.example',
])('a mail server that refuses %s: the log has its code and not the address', async (to) => {
  const refusing = await startRefusingMailServer()
  onTestFinished(refusing.stop)
  const mailer = createMailer({ smtpUrl: refusing.smtpUrl, from: 'Lumière <bookings@lumiere.example>' })
  const sent = mailer.send({ to, subject: 'Your booking', text: 'Hello', html: '<p>Hello' })
  const err = await sent.catch((error: unknown) => error)
  const lines: string[] = []
  createLog('info', { write: (line) => lines.push(line) }).error({ err }, 'a job failed')
  const told = JSON.parse(lines[0] ?? '').err
  expect(told).toMatchObject({
    responseCode: 550,
    command: 'RCPT TO',
    message: expect.stringContaining('User unknown'),
  })
  expect(told.stack).toContain('smtp-connection')
  expect(lines[0]).not.toMatch(/zubeida|gmail|example/)
})
