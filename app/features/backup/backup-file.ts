import { z } from 'zod'

/** What a backup consists of: a gzipped tar with these entries, in this order. */
export const MANIFEST = 'manifest.json'
export const END = 'end.json'
const ROWS = /^tables\/(\w+\.\w+)\/\d+\.jsonl$/
const PICTURE = /^pictures\/([\w./-]+)$/

/** Where in the archive a part of a table’s rows lies. */
export const rowsEntry = (table: string, part: number): string =>
  `tables/${table}/${String(part).padStart(6, '0')}.jsonl`
/** Where in the archive a picture lies. */
export const pictureEntry = (key: string): string => `pictures/${key}`

/** Whose rows an entry holds, or which picture it is; undefined for any other entry. */
export function contentOf(entry: string): { table: string } | { picture: string } | undefined {
  const table = ROWS.exec(entry)?.[1]
  if (table) return { table }
  const picture = PICTURE.exec(entry)?.[1]
  return picture && !picture.includes('..') ? { picture } : undefined
}

/** The first entry: what the rest is made of. */
export const manifestSchema = z.object({
  format: z.literal(1),
  program: z.string(),
  madeAt: z.iso.datetime(),
  /** The newest migration that the data has seen, as drizzle's ledger names it: milliseconds. */
  migration: z.number(),
  tables: z.array(
    z.object({
      schema: z.enum(['public', 'pgboss']),
      name: z.string(),
      columns: z.array(z.object({ name: z.string(), type: z.string() })),
    }),
  ),
  sequences: z.record(z.string(), z.string()),
})
export type Manifest = z.infer<typeof manifestSchema>

/** The last entry: a file without it was cut short. */
export const endSchema = z.object({
  rows: z.record(z.string(), z.number()),
  pictures: z.number(),
})
export type End = z.infer<typeof endSchema>
