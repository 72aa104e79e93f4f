import { closestMatch } from 'leven'
import { z } from 'zod'
import { normalizePhone } from '~/domain/customer-details'
import { wholeOf } from '~/domain/whole-number'
import { isRazorpay, RAZORPAY_API } from './payment-gateway.server'

const on = z.stringbool({
  truthy: ['1', 'true', 'yes', 'on'],
  falsy: ['0', 'false', 'no', 'off'],
  error: 'is either on or off',
})

const ADDRESS = 'must be an address like https://example.com'
// nothing but http and https: a javascript: address would become a link on every page
const webAddress = z.url({ protocol: /^https?$/, error: ADDRESS })
const A_PORT = 'must be a number from 1 to 65535'
const RUPEES = 'must be an amount in whole rupees'

/** A number within limits, as `read` takes it from a text. */
const numberWithin = (read: (text: string) => number | undefined, error: string) =>
  z.string(error).transform((text, check): number => {
    const number = read(text)
    if (number !== undefined) return number
    check.addIssue({ code: 'custom', message: error })
    return z.NEVER
  })

const wholeNumber = (from: number, to: number, error = `must be a whole number from ${from} to ${to}`) =>
  numberWithin((text) => wholeOf(text, from, to), error)

/** A number that may have decimals. */
const decimal = () =>
  numberWithin((text) => (/^\s*-?\d+(\.\d+)?\s*$/.test(text) ? Number(text) : undefined), 'must be a number')

const shortText = (longest: number) => z.string().max(longest, `must be ${longest} characters at most`)

/** Whether mail can go out from here: the mailer sends what it cannot read from nobody. A name with a comma or the like is quoted. */
function isSender(text: string): boolean {
  const named = /^(?:"[^"]*" *|[^"<>,;:]*)<([^<>]+)>$/.exec(text)
  return z.email().safeParse(named?.[1] ?? text).success
}

const UNREADABLE = 'has a % that stands for nothing; a % itself is written %25'

/** Whether the user and password of an address can be read; what is no address has neither. */
function isReadable(address: string): boolean {
  if (!URL.canParse(address)) return true
  const { username, password } = new URL(address)
  try {
    return decodeURIComponent(username + password) !== undefined
  } catch {
    return false
  }
}

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const

const settingsSchema = z.object({
  APP_ENV: z
    .enum(['production', 'demo', 'development', 'test'], 'is one of production, demo, development, test')
    .default('production'),
  APP_URL: z
    .url({ protocol: /^https?$/, error: 'must be an address like https://book.example.com' })
    .transform((url) => url.replace(/\/+$/, ''))
    .refine(
      (url) => /^https?:\/\/[^/?#@]+$/i.test(url),
      'must be an address without a path, like https://book.example.com',
    ),
  /** Where remix-serve listens, which reads both by itself; judged here, since it takes a wrong port for none. */
  HOST: z.string().optional(),
  PORT: wholeNumber(1, 65_535, A_PORT).default(3000),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must be like postgres://user:password@host/name', abort: true })
    .refine(isReadable, UNREADABLE)
    .optional(),
  DATA_DIR: z.string().default('data'),
  MIGRATIONS_DIR: z.string().default('drizzle'),
  /** First one signs; all of them verify, so that a secret can be changed without signing everyone out. */
  SESSION_SECRET: z
    .string()
    .transform((list) => list.split(',').map((secret) => secret.trim()))
    .pipe(z.array(z.string().min(32, 'needs at least 32 characters')).min(1)),
  SETUP_TOKEN: z.string().min(16, 'needs at least 16 characters').optional(),
  BUSINESS_TIME_ZONE: z.string().default('Asia/Kolkata'),
  BOOKING_MONTHS: wholeNumber(1, 36).default(12),
  PREP_DEADLINE_HOURS: wholeNumber(0, 168).default(12),
  RAZORPAY_KEY_ID: z.string().regex(/^rzp_(test|live)_\w+$/, 'looks like rzp_live_… or rzp_test_…'),
  RAZORPAY_KEY_SECRET: z.string().min(1),
  RAZORPAY_WEBHOOK_SECRET: z
    .string()
    .transform((list) => list.split(',').map((secret) => secret.trim()))
    .pipe(z.array(z.string().min(1, 'has an empty secret in its list')).min(1)),
  RAZORPAY_API_BASE: webAddress.default(RAZORPAY_API),
  RAZORPAY_CHECKOUT_JS: webAddress.default('https://checkout.razorpay.com/v1/checkout.js'),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be like smtp://user:password@host:587', abort: true })
    .refine(isReadable, UNREADABLE),
  MAIL_FROM: z
    .string()
    .refine(isSender, 'must be an e-mail address, or a name and one: Our Theatre <bookings@example.com>')
    .default('Lumière Private Theatre <bookings@lumiere.example>'),
  FILES: z
    .string()
    .regex(/^(disk|s3:\/\/[^:@/]+:[^@/]+@[^@/]+\/[^/?]+(\?.*)?)$/, {
      error: 'must be "disk" or s3://key:secret@host/bucket?region=… (a / in the secret is written %2F)',
      abort: true,
    })
    .refine(isReadable, UNREADABLE)
    .default('disk'),
  LOG_LEVEL: z.enum(LEVELS, `is one of ${LEVELS.join(', ')}`).default('info'),
  /** Multiplies every rate limit; for tests and load, where one machine plays many visitors. */
  RATE_LIMIT_FACTOR: decimal()
    .refine((factor) => factor >= 1, 'must be 1 or more')
    .default(1),
  /** Whether super admins must sign in with a code besides the password. */
  TWO_FACTOR: z.enum(['optional', 'super-admins'], 'is either optional or super-admins').default('optional'),
  METRICS_TOKEN: z.string().min(16, 'needs at least 16 characters').optional(),
  TRUST_PROXY: on.default(false),
  MAILBOX_URL: webAddress.optional(),
  BUSINESS_NAME: z.string().default('Lumière Private Theatre'),
  BUSINESS_PHONES: z
    .string()
    .default('9876543210,9876501234')
    .transform((list) => list.split(',').map(normalizePhone))
    .pipe(z.array(z.string().regex(/^\d{10}$/, 'must be phone numbers of ten digits')).min(1)),
  BUSINESS_EMAIL: z.email('must be an e-mail address').default('hello@lumiere.example'),
  BUSINESS_ADDRESS: z.string().default('2nd Floor, 80 Feet Road, 4th Block, Koramangala, Bengaluru 560034'),
  /** The business's UPI address, for codes that guests pay by at the front desk. */
  BUSINESS_UPI_VPA: z
    .string()
    .regex(/^[\w.-]{2,256}@[a-zA-Z][a-zA-Z0-9]{1,63}$/, 'must be a UPI address like name@bank')
    .optional(),
  /** In rupees. */
  FRONT_DESK_REFUND_LIMIT: wholeNumber(0, 1_000_000, RUPEES).default(500),
  /** Who sells, on receipts and invoices. */
  BUSINESS_LEGAL_NAME: shortText(120).optional(),
  BUSINESS_GSTIN: z
    .string()
    .regex(/^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/, 'must be a GSTIN like 29ABCDE1234F1Z5')
    .optional(),
  /** In percent; prices include it. */
  BUSINESS_GST_RATE: decimal()
    .refine((rate) => rate >= 0 && rate <= 40, 'must be 0 to 40')
    .optional(),
  BUSINESS_SAC: z
    .string()
    .regex(/^\d{4,8}$/, 'must be 4 to 8 digits')
    .default('999699'),
  BUSINESS_PLACE_OF_SUPPLY: shortText(60).default('Karnataka (29)'),
  /** The city that pages speak of, and the year since which there has been the business. */
  BUSINESS_CITY: z.string().default('Bengaluru'),
  BUSINESS_SINCE: wholeNumber(1900, 2999, 'must be a year').default(2024),
  BUSINESS_HOURS: z.string().default('Every day, 9:00 AM – 1:00 AM'),
  BUSINESS_INSTAGRAM: webAddress.default('https://www.instagram.com/lumiere.private.theatre'),
  BUSINESS_YOUTUBE: webAddress.default('https://www.youtube.com/@lumiereprivatetheatre'),
  BUSINESS_FACEBOOK: webAddress.default('https://www.facebook.com/lumiereprivatetheatre'),
  BUSINESS_CREDIT_NAME: z.string().default('Lumière Studio'),
  BUSINESS_CREDIT_URL: webAddress.default('https://lumiere.example/studio'),
})

/** Every setting there is; the README's table is held against this. */
export const settingNames: readonly string[] = Object.keys(settingsSchema.shape)

export type Settings = z.infer<typeof settingsSchema>

/** What a command needs of them: where the business's data is, and what it is called. */
const placeSchema = settingsSchema.pick({
  DATABASE_URL: true,
  DATA_DIR: true,
  MIGRATIONS_DIR: true,
  FILES: true,
  BUSINESS_NAME: true,
})

/** A setting is missing or contradicts another; `message` is one readable line naming it. */
export class SettingsError extends Error {
  override name = 'SettingsError'
}

type Source = Record<string, string | undefined>

/**
 * Reads and checks the settings, once, at start.
 *
 * @throws SettingsError with one line for each fault
 */
export function readSettings(source: Source): Settings {
  const settings = read(settingsSchema, source)
  const fault = contradiction(settings)
  if (fault) throw new SettingsError(fault)
  return settings
}

/**
 * Reads and checks those that a command goes by, as the server does.
 *
 * @throws SettingsError with one line for each fault
 */
export const readPlace = (source: Source): z.infer<typeof placeSchema> => read(placeSchema, source)

function read<Schema extends z.ZodType>(schema: Schema, source: Source): z.output<Schema> {
  const given = tidied(source)
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  const lines = parsed.error.issues.map((issue) => {
    const name = String(issue.path[0])
    return given[name] === undefined ? `${name} is not set.` : `${name}: ${issue.message}.`
  })
  throw new SettingsError([...new Set(lines)].join('\n'))
}

/** The settings of a source without what is no part of them; of nothing left, none. */
export function tidied(source: Source): Record<string, string> {
  const given = settingNames.map((name) => [name, tidy(name, source[name] ?? '')] as const)
  return Object.fromEntries(given.filter(([, value]) => value))
}

/** What begins so is meant for us, whatever comes after it, unless Kubernetes names a service so. */
const OWN = /^(BUSINESS|RAZORPAY)_(?!SERVICE_|PORT)/
/** A name that differs in more, or in its first letter, is another one; of shorter settings than these, many names are as near. */
const SLIPS = 2
const SHORTEST = 8

/** Of each name in a source that is no setting but was meant as one, that in words: what is not set is not missed where there is a default. */
export function misspelt(source: Source): string[] {
  const long = settingNames.filter(({ length }) => length >= SHORTEST)
  return Object.keys(source).flatMap((name) => {
    if (settingNames.includes(name)) return []
    const alike = long.filter((one) => one[0] === name[0])
    const near = closestMatch(name, alike, { maxDistance: SLIPS })
    if (near) return [`${name} is no setting: is it ${near}?`]
    return OWN.test(name) ? [`${name} is no setting.`] : []
  })
}

/** A space at the end is seen by nobody, and Docker's files keep it, as they keep quotes, which others take off. */
function tidy(name: string, value: string): string {
  const trimmed = value.trim()
  // what was sealed under it is to open, quotes and all
  if (name === 'SESSION_SECRET') return trimmed
  return /^(["'])((?:(?!\1).)*)\1$/s.exec(trimmed)?.[2]?.trim() ?? trimmed
}

function contradiction(settings: Settings): string | undefined {
  const razorpay = isRazorpay(settings.RAZORPAY_API_BASE)
  const checkout = new URL(settings.RAZORPAY_CHECKOUT_JS).origin === 'https://checkout.razorpay.com'
  if (razorpay !== checkout) return 'RAZORPAY_CHECKOUT_JS and RAZORPAY_API_BASE must point to the same provider.'
  const testKey = settings.RAZORPAY_KEY_ID.startsWith('rzp_test_')
  if (!razorpay && settings.APP_ENV === 'production') {
    return `RAZORPAY_API_BASE must be ${RAZORPAY_API} when APP_ENV is production.`
  }
  if (!razorpay && !testKey) return 'RAZORPAY_KEY_ID must be a test key when RAZORPAY_API_BASE is not Razorpay.'
  if (settings.APP_ENV === 'production') {
    if (testKey) return 'RAZORPAY_KEY_ID is a test key; APP_ENV=production needs a live one.'
    const { hostname, protocol } = new URL(settings.APP_URL)
    if (protocol !== 'https:' && hostname !== 'localhost' && hostname !== '127.0.0.1') {
      return 'APP_URL must start with https:// in production.'
    }
  }
  try {
    new Intl.DateTimeFormat('en', { timeZone: settings.BUSINESS_TIME_ZONE })
  } catch {
    return `BUSINESS_TIME_ZONE: there is no time zone "${settings.BUSINESS_TIME_ZONE}".`
  }
  // of short names Postgres has others: its IST is Israel's
  if (!/^UTC$|\//.test(settings.BUSINESS_TIME_ZONE)) return 'BUSINESS_TIME_ZONE must be like Asia/Kolkata.'
  return undefined
}
