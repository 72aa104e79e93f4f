import type { z } from 'zod'
import { newId } from '~/db/new-id'
import type { Refused } from '~/domain/result'
import { LONGEST } from '~/domain/text-limits'
import { hasAdded } from '~/features/back-office/audit.server'
import { lostPictures, PICTURE_LOST, storeImage } from '~/features/media/uploads.server'
import type { Staff } from '~/features/staff/staff-session.server'
import type { AppContext } from '~/platform/context.server'
import { isOurs, pictureLink, storedLink } from '~/ui/picture-links'
import type { Attempt } from './attempt.server'
import { Refusal, refuse } from './call.server'
import type { SentPicture } from './inputs.server'
import { judge, type SentNames, sentName } from './read-body.server'

/** Stands for a picture that is not stored before everything else has been found right. */
const PENDING = '/media/uploads/pending.webp'

/** Records with one picture are sent it as `image`. */
export const ONE_PICTURE: SentNames = { 'images[]': 'image' }

/** The one picture of a record, or none. */
export const picturesOf = (image: SentPicture | undefined): SentPicture[] => (image ? [image] : [])

/** What a change makes of a record: as it answers, with what was sent laid over it. */
export function overlay<Schema extends z.ZodObject>(
  schema: Schema,
  before: z.input<Schema> | undefined,
  sent: z.output<Schema>,
): z.output<Schema> {
  const given = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined))
  return { ...(before ? schema.parse(before) : {}), ...given } as z.output<Schema>
}

/** The pictures of a record that were sent: files, or addresses. */
interface SentPictures {
  sent: readonly SentPicture[]
  /** Those that the record has: they stay, whatever would be said of them today. */
  had?: readonly (string | null)[]
  names?: SentNames
}

/**
 * Judges a record's fields by its form and stores the pictures that came along, in this order, so that a refusal leaves
 * nothing behind. A picture of ours is kept as it is stored, however it was named; any other new address is judged as its form does.
 */
export async function judgeWithPictures<Schema extends z.ZodType<{ images: string[] }>>(
  context: AppContext,
  staff: Staff,
  schema: Schema,
  fields: Record<string, unknown>,
  { sent, had = [], names = ONE_PICTURE }: SentPictures,
): Promise<z.output<Schema> | Refusal> {
  const own = context.business.appUrl
  const pictures = sent.map((one) => (typeof one === 'string' ? storedLink(one, own) : one))
  const images = pictures.map((one) => (typeof one === 'string' ? one : PENDING))
  const values = judge(schema, { ...fields, images }, names)
  if (values instanceof Refusal) return values
  const field = names['images[]'] ?? 'images'
  const named = pictures.filter((one) => typeof one === 'string')
  for (const link of named) {
    const read = isOurs(link) || had.includes(link) ? undefined : pictureLink(link, LONGEST.link, own)
    if (read && 'fault' in read) return refuse(422, read.fault, { fields: { [field]: read.fault } })
  }
  if ((await lostPictures(context, named)).size) {
    return refuse(422, PICTURE_LOST, { fields: { [field]: PICTURE_LOST } })
  }
  const stored: string[] = []
  for (const one of pictures) {
    const image = typeof one === 'string' ? one : await storePicture(context, staff, one, field)
    if (image instanceof Refusal) return image
    stored.push(image)
  }
  return { ...values, images: stored }
}

async function storePicture(context: AppContext, staff: Staff, file: File, field: string): Promise<string | Refusal> {
  const stored = await storeImage(context, file, staff.id)
  if (stored.ok) return stored.src
  const error = stored.reason === 'type' ? `Invalid file type: ${file.name}` : stored.message
  const status = ({ type: 422, broken: 422, 'too-large': 413, 'not-stored': 503 } as const)[stored.reason]
  return refuse(status, error, { fields: { [field]: error } })
}

/**
 * Adds a record once for each `Idempotency-Key`: sent again, it is answered as it is now (`one`), and as gone once it was deleted.
 * `add` makes it under the id that it is given; `entity` is what the audit log calls it.
 */
export async function addOnceByKey<Answer>(
  context: AppContext,
  staff: Staff,
  { record, entity }: Pick<Attempt, 'record'> & { entity: string },
  one: (id: string) => Promise<Answer | Refusal>,
  add: (id: string) => Promise<Refusal | { ok: true; id: string } | Refused<string>>,
  fields?: FaultFields,
): Promise<Answer | Refusal> {
  const isThere = async () => record?.again && (await hasAdded(context, staff, { entity, id: record.id }))
  if (record && (await isThere())) return one(record.id)
  const saved = await add(record?.id ?? newId())
  if (saved instanceof Refusal) return saved
  if (saved.ok) return one(saved.id)
  // the first request of the same key was still at it
  if (record && (await isThere())) return one(record.id)
  return refusedSave(saved, fields)
}

const CONFLICTS = ['stale', 'email-taken', 'code-taken', 'in-use']

/** Where a refused save stands: at which field of its page's form a reason does (`faults`), and what the request calls that (`names`). */
export interface FaultFields {
  faults?: Readonly<Record<string, string>>
  names?: SentNames
}

/** A refused save as an answer: gone, changed in between, taken, or against a rule; at its field. */
export function refusedSave(
  { reason, message }: Refused<string>,
  { faults = {}, names = {} }: FaultFields = {},
): Refusal {
  const at = faults[reason]
  const more = at === undefined ? undefined : { fields: { [sentName([at], names)]: message } }
  if (reason === 'missing') return refuse(404, 'Not found')
  if (reason === 'others-account') return refuse(403, message)
  if (reason === 'own-password-tries') return refuse(429, message, more)
  if (reason === 'busy') return refuse(503, message)
  return refuse(CONFLICTS.includes(reason) ? 409 : 422, message, more)
}
