import { z } from 'zod'
import { newId } from '~/db/new-id'
import { BOOKING_TEXT_NAMES, eachText, unitsOf } from '~/domain/booking-texts'
import { type CalendarDate, parseCalendarDate } from '~/domain/calendar'
import { type Draft, emptyDraft, MAX_COUNT, MAX_ITEMS } from '~/domain/draft'
import { PAY_CHOICES } from '~/domain/payment-choice'
import type { DraftState } from '~/features/booking/quote.server'
import { signedCookie } from '~/platform/session.server'

const DAY_SECONDS = 86_400
/** Most that the cookie's value may weigh; browsers keep 4,096 bytes with name and attributes. */
export const DRAFT_COOKIE_BYTES = 3_500

const text = (max: number) => z.string().max(max).optional()
const id = z.string().regex(/^[\w-]{1,32}$/)
const items = z
  .array(z.object({ id, count: z.number().int().min(1).max(MAX_COUNT) }))
  .max(MAX_ITEMS)
  .catch([])

const choices = z.object({
  customer: z
    .object({ name: z.string().max(200), email: z.string().max(200), number: z.string().max(40) })
    .optional()
    .catch(undefined),
  people: z.number().int().min(1).max(500).optional().catch(undefined),
  termsAccepted: z.boolean().optional().catch(undefined),
  packageId: id.optional().catch(undefined),
  occasionId: id.optional().catch(undefined),
  addons: items,
  cakes: items,
  gifts: items,
  ...eachText((name) => text(unitsOf(name)).catch(undefined)),
  couponCode: text(40).catch(undefined),
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
  attemptId: id,
})

const cookie = () => signedCookie('draft', DAY_SECONDS)

const newDraft = (): DraftState => ({ draft: emptyDraft(newId()), dropped: undefined })

/** Reads a draft from data of any origin; undefined when it is none. Prices are not part of it and not read. */
export function parseDraft(value: unknown): Draft | undefined {
  const parsed = draftSchema.safeParse(value)
  return parsed.success ? parsed.data : undefined
}

/** The visitor's draft from the signed cookie; a fresh one when there is none or it was tampered with. */
export async function readDraftCookie(request: Request): Promise<DraftState> {
  const value: unknown = await cookie().parse(request.headers.get('Cookie'))
  if (!value || typeof value !== 'object') return newDraft()
  const { draft, dropped } = value as { draft?: unknown; dropped?: unknown }
  const parsed = parseDraft(draft)
  if (!parsed) return newDraft()
  const kept = dropped ? choices.safeParse(dropped) : undefined
  return { draft: parsed, dropped: kept?.success ? kept.data : undefined }
}

/** `Set-Cookie` value that keeps a draft for a day. What was dropped is given up first when both do not fit. */
export async function draftCookie({ draft, dropped }: DraftState): Promise<string> {
  const whole = await cookie().serialize({ draft, dropped })
  return dropped && whole.length > DRAFT_COOKIE_BYTES ? cookie().serialize({ draft }) : whole
}

/** `Set-Cookie` value that forgets the draft. */
export const clearedDraftCookie = (): Promise<string> => cookie().serialize('', { maxAge: 0 })
