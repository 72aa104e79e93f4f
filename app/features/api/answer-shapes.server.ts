import { z } from 'zod'
import { CLOCK_TIME } from '~/domain/calendar'

/** What several calls answer with. */

export const rupeesShape = z.number().meta({ description: 'Rupees.' })
/** A day, a moment and a time on the clock, as they are answered. */
export const dayShape = z.string().meta({
  description: 'Midnight UTC of the day.',
  format: 'date-time',
  pattern: '^\\d{4}-\\d{2}-\\d{2}T00:00:00\\.000Z$',
})
export const momentShape = z.string().meta({ format: 'date-time' })
export const clockShape = z.string().meta({ description: 'HH:MM', pattern: CLOCK_TIME.source })
export const versionShape = z
  .number()
  .int()
  .meta({ description: 'Send it back with a change, to be told of one in between.' })

const totalDocuments = z.number().int().meta({ description: 'How many there are in all, whatever page this is.' })

/** `{ cities: [...], totalDocuments }` (rule A3). */
export const listOf = <Name extends string, Shape extends z.ZodType>(name: Name, shape: Shape) =>
  z.object({ [name]: z.array(shape), totalDocuments } as { [Key in Name]: z.ZodArray<Shape> } & {
    totalDocuments: typeof totalDocuments
  })

const pageNumber = z.number().int().nullable()

/** A list a page at a time. */
export const pageOfList = <Name extends string, Shape extends z.ZodType>(name: Name, shape: Shape) =>
  z.object({
    [name]: z.array(shape),
    totalDocuments,
    page: z.number().int().meta({ description: 'The page that was asked for; beyond the last one it is empty.' }),
    pages: z.number().int(),
    next: pageNumber,
    previous: pageNumber,
  } as { [Key in Name]: z.ZodArray<Shape> } & {
    totalDocuments: typeof totalDocuments
    page: z.ZodNumber
    pages: z.ZodNumber
    next: typeof pageNumber
    previous: typeof pageNumber
  })

/** What surrounds the rows of a page: the lists go back to their last page when a page beyond it is asked for, and a program is told that there is nothing. */
export function pageJson<Row>(
  rows: readonly Row[],
  { total, page: last, pages }: { total: number; page: number; pages: number },
  asked = 1,
) {
  const page = Math.max(last, asked)
  const around = { next: page < pages ? page + 1 : null, previous: page > 1 ? Math.min(page - 1, pages) : null }
  return { rows: page > pages ? [] : rows, around: { totalDocuments: total, page, pages, ...around } }
}

export const doneShape = z.object({ success: z.literal(true) }).meta({ id: 'Done' })
export const deletedShape = z.object({ success: z.literal(true), _id: z.string() }).meta({ id: 'Deleted' })

export const DONE = { success: true } as const
/** The answer of a call that deleted something. */
export const deleted = (_id: string) => ({ success: true as const, _id })
