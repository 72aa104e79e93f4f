import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { lockFolder } from '~/db/folder-lock.server'
import { businessFrom } from '~/platform/business.server'
import { misspelt, readSettings, SettingsError } from '~/platform/env.server'
import { readEnvFile } from '~/platform/env-file.server'
import { reachDatabase } from '~/platform/reach-database.server'
import { fillDatabase } from '~sandbox/demo/fill-database'
import { freePort } from '../../scripts/processes.mjs'

const PRODUCTION = {
  APP_ENV: 'production',
  APP_URL: 'https://book.example.com/',
  SESSION_SECRET: 'a session secret of quite enough characters',
  RAZORPAY_KEY_ID: 'rzp_live_Abc123',
  RAZORPAY_KEY_SECRET: 'secret',
  RAZORPAY_WEBHOOK_SECRET: 'another secret',
  SMTP_URL: 'smtps://user:password@mail.example.com',
}

type Changes = Record<string, string | undefined>
const faultOf = (changes: Changes): string => {
  try {
    readSettings({ ...PRODUCTION, ...changes })
    return ''
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const UNREADABLE = 'has a % that stands for nothing; a % itself is written %25.'

describe('settings', () => {
  test('the business’s phones are ten digits each, however they are written', () => {
    const { phones, social } = businessFrom(
      readSettings({ ...PRODUCTION, BUSINESS_PHONES: '+91 98450-12345,9876543210' }),
    )
    expect(phones).toEqual(['9845012345', '9876543210'])
    expect(social.whatsapp).toMatch(/^https:\/\/wa\.me\/919845012345\?text=Hello%20Lumi%C3%A8re/)
  })

  test('a space around a value is none of it, and a value of spaces is not set', () => {
    const read = readSettings({
      ...{ ...PRODUCTION, RAZORPAY_KEY_SECRET: ' secret \r', FRONT_DESK_REFUND_LIMIT: ' ', BUSINESS_GSTIN: '  ' },
    })
    expect(read).toMatchObject({ RAZORPAY_KEY_SECRET: 'secret', FRONT_DESK_REFUND_LIMIT: 500 })
    expect(read.BUSINESS_GSTIN).toBeUndefined()
  })

  test('quotes around a value, which some ways of starting leave where others take them off, are none of it', () => {
    const read = readSettings({
      ...{ ...PRODUCTION, APP_URL: '"https://book.example.com"', RAZORPAY_KEY_SECRET: "'secret' \r" },
      ...{ BUSINESS_ADDRESS: '"#80, 4th Block"', BUSINESS_NAME: '"Stars" and "Moons"', BUSINESS_GSTIN: '""' },
    })
    expect(read).toMatchObject({ APP_URL: 'https://book.example.com', RAZORPAY_KEY_SECRET: 'secret' })
    expect(read).toMatchObject({ BUSINESS_ADDRESS: '#80, 4th Block', BUSINESS_NAME: '"Stars" and "Moons"' })
    expect(read.BUSINESS_GSTIN).toBeUndefined()
    // what was sealed under it before is to open
    const quoted = `"${PRODUCTION.SESSION_SECRET}"`
    expect(readSettings({ ...PRODUCTION, SESSION_SECRET: quoted }).SESSION_SECRET).toEqual([quoted])
  })

  test('what stands in the program’s surroundings is tidied for whoever else reads it there', () => {
    onTestFinished(() => void vi.unstubAllEnvs())
    vi.stubEnv('APP_ENV', 'test')
    vi.stubEnv('HOST', ' 127.0.0.1 \r')
    vi.stubEnv('DATA_DIR', ' ')
    readEnvFile()
    expect(process.env.HOST).toBe('127.0.0.1')
    expect(process.env.DATA_DIR).toBeUndefined()
  })

  test('a name that is no setting and looks like one is told, and nobody else’s', () => {
    expect(
      misspelt({
        ...{
          ...PRODUCTION,
          PATH: '/bin',
          HOME: '/root',
          HOSTNAME: 'box',
          SHELL: '/bin/sh',
          SMTP_HOST: 'mail.example.com',
        },
        ...{
          PREP_DEADLINE_HOUR: '24',
          TRUSTED_PROXY: 'yes',
          BUSINESS_TELEPHONE: '9',
          npm_package_name: 'lumiere',
          HTTP_URL: 'http://x',
        },
        ...{ JAVA_DIR: '/java', RAZORPAY_SERVICE_HOST: '10.0.0.1', RAZORPAY_PORT: 'tcp://10.0.0.1:80' },
      }),
    ).toEqual([
      'PREP_DEADLINE_HOUR is no setting: is it PREP_DEADLINE_HOURS?',
      'TRUSTED_PROXY is no setting: is it TRUST_PROXY?',
      'BUSINESS_TELEPHONE is no setting.',
    ])
  })

  test('what production needs is enough', () => {
    expect(readSettings(PRODUCTION)).toMatchObject({
      APP_URL: 'https://book.example.com',
      PORT: 3000,
      DATA_DIR: 'data',
      BUSINESS_TIME_ZONE: 'Asia/Kolkata',
      RAZORPAY_API_BASE: 'https://api.razorpay.com',
      TRUST_PROXY: false,
    })
  })

  test.each([
    'bookings@example.com',
    '<bookings@example.com>',
    'Lumière Private Theatre <bookings@example.com>',
    '"Lumière, Bengaluru" <bookings@example.com>',
  ])('mail may go out from %s', (MAIL_FROM) => {
    expect(readSettings({ ...PRODUCTION, MAIL_FROM }).MAIL_FROM).toBe(MAIL_FROM)
  })

  test.each([
    'https://book.example.com//',
    'http://localhost:3000',
    'https://Book.Example.com',
    'http://127.0.0.1:80/',
  ])('the site may be at %s', (APP_URL) => {
    expect(readSettings({ ...PRODUCTION, APP_URL }).APP_URL).toBe(APP_URL.replace(/\/+$/, ''))
  })

  test('secrets may be lists, so that they can be changed without signing everybody out', () => {
    const fresh = 'the fresh session secret is long enough too'
    const settings = readSettings({
      ...PRODUCTION,
      SESSION_SECRET: `${fresh}, ${PRODUCTION.SESSION_SECRET}`,
      RAZORPAY_WEBHOOK_SECRET: 'new,old',
    })
    expect(settings.SESSION_SECRET).toEqual([fresh, PRODUCTION.SESSION_SECRET])
    expect(settings.RAZORPAY_WEBHOOK_SECRET).toEqual(['new', 'old'])
  })

  test.each([
    'APP_URL',
    'SESSION_SECRET',
    'RAZORPAY_KEY_ID',
    'RAZORPAY_KEY_SECRET',
    'RAZORPAY_WEBHOOK_SECRET',
    'SMTP_URL',
  ])('without %s it does not start: there is no default', (name) => {
    expect(faultOf({ [name]: undefined })).toBe(`${name} is not set.`)
    expect(faultOf({ [name]: '' })).toBe(`${name} is not set.`)
  })

  const RAZORPAY_ELSEWHERE = {
    RAZORPAY_API_BASE: 'http://localhost:4010',
    RAZORPAY_CHECKOUT_JS: 'http://localhost:4010/v1/checkout.js',
  }
  const faults: [Changes, string][] = [
    [{ APP_ENV: 'staging' }, 'APP_ENV: is one of production, demo, development, test.'],
    [{ APP_URL: 'book.example.com' }, 'APP_URL: must be an address like https://book.example.com.'],
    [{ APP_URL: 'http://book.example.com' }, 'APP_URL must start with https:// in production.'],
    ...[
      'https://book.example.com/theatre',
      'https://book.example.com/?',
      'https://book.example.com#',
      'https://example.com?site=book',
      'https://me:secret@book.example.com',
    ].map((APP_URL): [Changes, string] => [
      { APP_URL },
      'APP_URL: must be an address without a path, like https://book.example.com.',
    ]),
    ...[
      'notanaddress',
      'Lumière Private Theatre',
      'Lumière <bookings>',
      'Lumière, Bengaluru <bookings@example.com>',
      'Lumière bookings@example.com',
      'one@example.com, two@example.com',
    ].map((MAIL_FROM): [Changes, string] => [
      { MAIL_FROM },
      'MAIL_FROM: must be an e-mail address, or a name and one: Our Theatre <bookings@example.com>.',
    ]),
    ...['abc', '70000', '0', '-1', '80.5'].map((PORT): [Changes, string] => [
      { PORT },
      'PORT: must be a number from 1 to 65535.',
    ]),
    [{ DATABASE_URL: 'mysql://db/lumiere' }, 'DATABASE_URL: must be like postgres://user:password@host/name.'],
    [{ SESSION_SECRET: 'short' }, 'SESSION_SECRET: needs at least 32 characters.'],
    [{ SESSION_SECRET: `${PRODUCTION.SESSION_SECRET},short` }, 'SESSION_SECRET: needs at least 32 characters.'],
    [{ SETUP_TOKEN: 'short' }, 'SETUP_TOKEN: needs at least 16 characters.'],
    [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN: needs at least 16 characters.'],
    [{ BUSINESS_TIME_ZONE: 'India' }, 'BUSINESS_TIME_ZONE: there is no time zone "India".'],
    [{ BUSINESS_TIME_ZONE: 'IST' }, 'BUSINESS_TIME_ZONE must be like Asia/Kolkata.'],
    [{ BUSINESS_PHONES: '9876543210, 1800 123 4567' }, 'BUSINESS_PHONES: must be phone numbers of ten digits.'],
    [{ BUSINESS_EMAIL: 'hello' }, 'BUSINESS_EMAIL: must be an e-mail address.'],
    [{ BUSINESS_INSTAGRAM: 'javascript:alert(1)' }, 'BUSINESS_INSTAGRAM: must be an address like https://example.com.'],
    [{ RAZORPAY_KEY_ID: 'key' }, 'RAZORPAY_KEY_ID: looks like rzp_live_… or rzp_test_….'],
    [{ RAZORPAY_KEY_ID: 'rzp_test_Abc123' }, 'RAZORPAY_KEY_ID is a test key; APP_ENV=production needs a live one.'],
    [{ RAZORPAY_API_BASE: 'razorpay' }, 'RAZORPAY_API_BASE: must be an address like https://example.com.'],
    [
      { RAZORPAY_API_BASE: 'http://localhost:4010' },
      'RAZORPAY_CHECKOUT_JS and RAZORPAY_API_BASE must point to the same provider.',
    ],
    [RAZORPAY_ELSEWHERE, 'RAZORPAY_API_BASE must be https://api.razorpay.com when APP_ENV is production.'],
    [
      { ...RAZORPAY_ELSEWHERE, APP_ENV: 'demo' },
      'RAZORPAY_KEY_ID must be a test key when RAZORPAY_API_BASE is not Razorpay.',
    ],
    [{ SMTP_URL: 'mail.example.com' }, 'SMTP_URL: must be like smtp://user:password@host:587.'],
    [
      { FILES: 's3' },
      'FILES: must be "disk" or s3://key:secret@host/bucket?region=… (a / in the secret is written %2F).',
    ],
    [{ SMTP_URL: 'smtp://user:100%sure@host' }, `SMTP_URL: ${UNREADABLE}`],
    [{ DATABASE_URL: 'postgres://user:100%sure@host/name' }, `DATABASE_URL: ${UNREADABLE}`],
    [{ FILES: 's3://key:100%sure@host/bucket' }, `FILES: ${UNREADABLE}`],
    [{ RAZORPAY_WEBHOOK_SECRET: 'new,' }, 'RAZORPAY_WEBHOOK_SECRET: has an empty secret in its list.'],
    [{ BOOKING_MONTHS: 'a year' }, 'BOOKING_MONTHS: must be a whole number from 1 to 36.'],
    [{ BOOKING_MONTHS: '37' }, 'BOOKING_MONTHS: must be a whole number from 1 to 36.'],
    [{ PREP_DEADLINE_HOURS: '12h' }, 'PREP_DEADLINE_HOURS: must be a whole number from 0 to 168.'],
    [{ PREP_DEADLINE_HOURS: '169' }, 'PREP_DEADLINE_HOURS: must be a whole number from 0 to 168.'],
    [{ FRONT_DESK_REFUND_LIMIT: '-1' }, 'FRONT_DESK_REFUND_LIMIT: must be an amount in whole rupees.'],
    [{ FRONT_DESK_REFUND_LIMIT: '2000000' }, 'FRONT_DESK_REFUND_LIMIT: must be an amount in whole rupees.'],
    [{ BUSINESS_SINCE: '24' }, 'BUSINESS_SINCE: must be a year.'],
    [{ BUSINESS_LEGAL_NAME: 'x'.repeat(121) }, 'BUSINESS_LEGAL_NAME: must be 120 characters at most.'],
    [{ BUSINESS_PLACE_OF_SUPPLY: 'x'.repeat(61) }, 'BUSINESS_PLACE_OF_SUPPLY: must be 60 characters at most.'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL: is one of fatal, error, warn, info, debug, silent.'],
    [{ RATE_LIMIT_FACTOR: '0' }, 'RATE_LIMIT_FACTOR: must be 1 or more.'],
    [{ RATE_LIMIT_FACTOR: 'off' }, 'RATE_LIMIT_FACTOR: must be a number.'],
    [{ TRUST_PROXY: 'perhaps' }, 'TRUST_PROXY: is either on or off.'],
    [
      { APP_URL: undefined, SMTP_URL: 'x' },
      'APP_URL is not set.\nSMTP_URL: must be like smtp://user:password@host:587.',
    ],
  ]
  test.each(faults)('%j: %s', (changes, line) => {
    expect(faultOf(changes)).toBe(line)
  })
})

test('the demo, whose password is known, never fills a database of production', async () => {
  const filled = fillDatabase(readSettings({ ...PRODUCTION, DATA_DIR: 'memory://' }), { evening: false })
  await expect(filled).rejects.toThrow('APP_ENV: the demo has a known password.')
})

test.each([
  [undefined, '/nonexistent'],
  ['postgres://nobody@127.0.0.1:1/nothing', 'app'],
])('with DATABASE_URL %s, migrations that are not in %s are missed by their own name, before a database is made', async (DATABASE_URL, MIGRATIONS_DIR) => {
  const DATA_DIR = mkdtempSync(path.join(tmpdir(), 'lumiere-migrations-'))
  onTestFinished(() => rmSync(DATA_DIR, { recursive: true }))
  await expect(reachDatabase({ DATABASE_URL, DATA_DIR, MIGRATIONS_DIR })).rejects.toThrow(
    new SettingsError(
      `MIGRATIONS_DIR: ${MIGRATIONS_DIR} does not hold the migrations (Can't find meta/_journal.json file).`,
    ),
  )
  expect(readdirSync(DATA_DIR)).toEqual([])
})

describe('the built server', () => {
  const start = async (changes: Changes) => {
    const place = { HOST: '127.0.0.1', PORT: String(await freePort('127.0.0.1')) }
    const env: NodeJS.ProcessEnv = {
      ...{ PATH: process.env.PATH, NODE_ENV: 'production' },
      ...{ ...PRODUCTION, ...place, ...changes },
    }
    const serve = ['node_modules/@remix-run/serve/dist/cli.js', 'build/server/index.js']
    const server = spawn(process.execPath, serve, { env, timeout: 100_000, stdio: ['ignore', 'ignore', 'pipe'] })
    const [stderr, [status]] = await Promise.all([textOf(server.stderr), once(server, 'exit')])
    return { status, stderr }
  }

  test('stops with one line that names the fault', async () => {
    expect(await start({ RAZORPAY_KEY_ID: undefined })).toEqual({
      status: 1,
      stderr: 'Cannot start: RAZORPAY_KEY_ID is not set.\n',
    })
  })

  test('stops when its database does not answer', async () => {
    const { status, stderr } = await start({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' })
    expect(stderr).toMatch(/^Cannot start: DATABASE_URL: the database cannot be opened \(.*ECONNREFUSED.*\)\.\n$/)
    expect(status).toBe(1)
  })

  test('stops when its clock is not the payment provider’s', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'lumiere-clock-'))
    // as in a computer that was set up in another zone
    const provider = createServer((_, answer) => {
      answer.setHeader('Date', new Date(Date.now() - 5.5 * 3_600_000).toUTCString()).end('{}')
    })
    await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
    const base = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
    const emulator = { RAZORPAY_API_BASE: base, RAZORPAY_CHECKOUT_JS: `${base}/v1/checkout.js` }
    const there = { APP_ENV: 'demo', APP_URL: 'http://127.0.0.1', RAZORPAY_KEY_ID: 'rzp_test_Abc123', ...emulator }
    try {
      const { status, stderr } = await start({ DATA_DIR: folder, ...there })
      expect(stderr).toMatch(
        /^Cannot start: the clock is wrong: here it is \d\d\/\d\d\/\d{4}, .* at the payment provider \d\d\/.*\.\n$/,
      )
      expect(status).toBe(1)
    } finally {
      provider.close()
      rmSync(folder, { recursive: true })
    }
  })

  test('stops when another program has the embedded database open', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'lumiere-lock-'))
    const unlock = await lockFolder(path.join(folder, 'database'))
    try {
      const { status, stderr } = await start({ DATA_DIR: folder })
      expect(stderr).toMatch(
        /^Cannot start: DATA_DIR: the database cannot be opened \(.* is in use by process \d+ on .*\)\.\n$/,
      )
      expect(status).toBe(1)
    } finally {
      unlock()
      rmSync(folder, { recursive: true })
    }
  })
})
