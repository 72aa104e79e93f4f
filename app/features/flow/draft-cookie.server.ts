import { z } from 'zod'
import { ID_LENGTH, newId } from '~/db/new-id'
import { BOOKING_TEXT_NAMES, eachText, unitsOf } from '~/domain/booking-texts'
import { type CalendarDate, parseCalendarDate } from '~/domain/calendar'
import { NAME_MAX, PEOPLE_MAX } from '~/domain/customer-details'
import { type Draft, type Dropped, emptyDraft, ITEM_KINDS, type ItemCount, MAX_COUNT, MAX_ITEMS } from '~/domain/draft'
import { EMAIL_MAX } from '~/domain/email-address'
import { PAY_CHOICES } from '~/domain/payment-choice'
import { LONGEST } from '~/domain/text-limits'
import type { DraftState } from '~/features/booking/quote.server'
import { currentRequest, type WatchedRequest } from '~/platform/request-watch.server'
import { signedCookie } from '~/platform/signed-cookie.server'

const DAY_SECONDS = 86_400
/**
 * Most bytes of the whole `Set-Cookie` value: browsers keep 4,096 with name and attributes, and throw a heavier one away without a
 * word. The longest texts of any script with every list full fit (rule B3, `tests/integration/draft-cookie.test.ts`).
 */
export const DRAFT_COOKIE_BYTES = 4_000

const text = (max: number) => z.string().max(max).optional()
const id = z.string().regex(new RegExp(`^[\\w-]{1,${ID_LENGTH}}$`))

/** Items as the cookie holds them, `id*count` with spaces between: half as heavy as in JSON. */
const packItems = (items: readonly ItemCount[]): string => items.map(({ id, count }) => `${id}*${count}`).join(' ')

function unpackItems(value: unknown): unknown {
  if (typeof value !== 'string') return value
  const written = value.split(' ').filter(Boolean)
  return written.map((one) => ({ id: one.split('*')[0], count: Number(one.split('*')[1]) }))
}

const items = z
  .preprocess(unpackItems, z.array(z.object({ id, count: z.number().int().min(1).max(MAX_COUNT) })).max(MAX_ITEMS))
  .catch([])

const choices = z.object({
  customer: z
    .object({
      name: z.string().max(NAME_MAX),
      email: z.string().max(EMAIL_MAX),
      number: z.string().max(LONGEST.phone),
    })
    .optional()
    .catch(undefined),
  people: z.number().int().min(1).max(PEOPLE_MAX).optional().catch(undefined),
  termsAccepted: z.boolean().optional().catch(undefined),
  packageId: id.optional().catch(undefined),
  occasionId: id.optional().catch(undefined),
  addons: items,
  cakes: items,
  gifts: items,
  ...eachText((name) => text(unitsOf(name)).catch(undefined)),
  couponCode: text(LONGEST.couponCode).catch(undefined),
  toldLater: z.array(z.enum(BOOKING_TEXT_NAMES)).max(BOOKING_TEXT_NAMES.length).optional().catch(undefined),
  payChoice: z.enum(PAY_CHOICES).catch('advance'),
})

const calendarDate = z.custom<CalendarDate>((value) => parseCalendarDate(value) !== undefined)

const draftSchema = choices.extend({
  cityId: id.optional().catch(undefined),
  locationId: id.optional().catch(undefined),
  screenId: id.optional().catch(undefined),
  date: calendarDate.optional().catch(undefined),
  slotId: id.optional().catch(undefined),
  restored: z.boolean().optional().catch(undefined),
  attemptId: id,
})

const cookie = () => signedCookie('draft', DAY_SECONDS)

const newDraft = (): DraftState => ({ draft: emptyDraft(newId()), dropped: undefined })

const mirrorSchema = draftSchema.omit({ attemptId: true })

/** Reads a browser's copy of a draft (rule B4), to be begun anew as another attempt; undefined when it is none. */
export function parseMirror(value: unknown): Draft | undefined {
  const parsed = mirrorSchema.safeParse(value)
  return parsed.success && parsed.data.cityId ? { ...parsed.data, attemptId: newId() } : undefined
}

/** Reads a draft from data of any origin; undefined when it is none. Prices are not part of it and not read. */
export function parseDraft(value: unknown): Draft | undefined {
  const parsed = draftSchema.safeParse(value)
  return parsed.success ? parsed.data : undefined
}

/**
 * The cookie that each request stored, as its browser will send it back. Without scripts a refusal draws its page in the very
 * request that was refused, whose headers still have the cookie from before.
 */
const storedBy = new WeakMap<WatchedRequest, string>()

/**
 * The visitor's draft from the signed cookie, the one that this request stored before the one that it brought; a fresh one
 * when there is none or it was tampered with.
 */
export async function readDraftCookie(request: Request): Promise<DraftState> {
  const watched = currentRequest()
  const stored = watched && storedBy.get(watched)
  const value: unknown = await cookie().parse(stored ?? request.headers.get('Cookie'))
  if (!value || typeof value !== 'object') return newDraft()
  const { draft, dropped } = value as { draft?: unknown; dropped?: unknown }
  const parsed = parseDraft(draft)
  if (!parsed) return newDraft()
  const aside = dropped ? choices.safeParse(dropped) : undefined
  return { draft: parsed, dropped: aside?.success ? aside.data : undefined }
}

/** Whether the browser has sent a draft, whatever it is. */
export const hasDraftCookie = async (request: Request): Promise<boolean> =>
  Boolean(await cookie().parse(request.headers.get('Cookie')))

/** Keeps a draft by the `Set-Cookie` value that is answered, and at once for what else this request reads of it. */
export async function storeDraftCookie(state: DraftState): Promise<string> {
  const line = await draftCookie(state)
  const watched = currentRequest()
  if (watched) storedBy.set(watched, line.split(';')[0] ?? '')
  return line
}

/** `Set-Cookie` value that keeps a draft for a day. What was dropped is given up first when both do not fit. */
export async function draftCookie({ draft, dropped }: DraftState): Promise<string> {
  const whole = await cookie().serialize({ draft: packed(draft), dropped: dropped && packed(dropped) })
  return dropped && whole.length > DRAFT_COOKIE_BYTES ? cookie().serialize({ draft: packed(draft) }) : whole
}

/** A draft as the cookie holds it, without what nobody types on purpose and JSON writes with six bytes. */
function packed(draft: Draft | Dropped): Record<string, unknown> {
  const lists = ITEM_KINDS.map((kind) => [kind, packItems(draft[kind] ?? [])] as const)
  return JSON.parse(JSON.stringify({ ...draft, ...Object.fromEntries(lists) }), (_, value) =>
    typeof value === 'string' ? value.replace(/[\p{Cc}\p{Cs}]/gu, '') : value,
  )
}

/** `Set-Cookie` value that forgets the draft. */
export const clearedDraftCookie = (): Promise<string> => cookie().serialize('', { maxAge: 0 })
