import { z } from 'zod'

/** What several calls answer with. */

const totalDocuments = z.number().int().meta({ description: 'How many there are in all, whatever page this is.' })

/** `{ cities: [...], totalDocuments }` (decisions.md, Data the documents call "not shown"). */
export const listOf = <Name extends string, Shape extends z.ZodType>(name: Name, shape: Shape) =>
  z.object({ [name]: z.array(shape), totalDocuments } as { [Key in Name]: z.ZodArray<Shape> } & {
    totalDocuments: typeof totalDocuments
  })

/** A list a page at a time. */
export const pageOfList = <Name extends string, Shape extends z.ZodType>(name: Name, shape: Shape) =>
  z.object({
    [name]: z.array(shape),
    totalDocuments,
    page: z.number().int(),
    pages: z.number().int(),
  } as { [Key in Name]: z.ZodArray<Shape> } & {
    totalDocuments: typeof totalDocuments
    page: z.ZodNumber
    pages: z.ZodNumber
  })

export const doneShape = z.object({ success: z.literal(true) }).meta({ id: 'Done' })
export const deletedShape = z.object({ success: z.literal(true), _id: z.string() }).meta({ id: 'Deleted' })

export const DONE = { success: true } as const
export const deleted = (_id: string) => ({ success: true as const, _id })
