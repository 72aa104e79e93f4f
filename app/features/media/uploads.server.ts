import { createHash } from 'node:crypto'
import { and, asc, eq, inArray, lt, notExists, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import sharp from 'sharp'
import { eachInTurn } from '~/db/each-in-turn'
import { banners, catalogueItems, locations, screens, uploads } from '~/db/schema'
import { DAY_MS } from '~/domain/durations'
import type { Result } from '~/domain/result'
import type { AppContext } from '~/platform/context.server'
import { isStoreAway } from '~/platform/file-store.server'
import { patience } from '~/platform/patience'
import { removeStrayCopies } from '~/platform/pictures.server'
import { PICTURE_LIMITS } from './picture-limits'

const IMAGE_MAX_BYTES = PICTURE_LIMITS.megabytes * 1024 * 1024
const IMAGE_MAX_PIXELS = 60_000_000
const STORED_WIDTH = 2_000
/** An upload that nothing names is kept this long: somebody may be filling in the form. */
const UNUSED_MS = DAY_MS

type ImageRefusal = 'type' | 'too-large' | 'broken' | 'not-stored'
export type StoredImage = Result<{ src: string }, ImageRefusal>

const NOT_STORED = 'The picture could not be stored just now. Please try again, or save without it.'
const TOO_LARGE = `An image can be at most ${PICTURE_LIMITS.megabytes} MB.`

/**
 * Stores an uploaded picture: judged by its content, turned upright, scaled to at most 2,000 pixels and written anew as
 * WebP, so that nothing else of the file (EXIF, place, hidden payloads) survives.
 */
export async function storeImage(context: AppContext, file: Blob, uploadedBy: string): Promise<StoredImage> {
  if (file.size > IMAGE_MAX_BYTES) return { ok: false, reason: 'too-large', message: TOO_LARGE }
  const body = Buffer.from(await file.arrayBuffer())
  if (!isPicture(body)) return { ok: false, reason: 'type', message: 'Invalid image type.' }
  const made = await reencode(body)
  if (!made) return { ok: false, reason: 'broken', message: "Can't load the image." }
  const createdAt = context.clock.now()
  const key = `uploads/${nameOf(body, uploadedBy, createdAt)}.webp`
  try {
    await context.files.put(key, made.data, 'image/webp')
  } catch (err) {
    // a full disk, a folder of somebody else's, a bucket that is away: no reason to lose what was typed beside it
    context.log.error({ err, key }, 'a picture could not be stored')
    return { ok: false, reason: 'not-stored', message: NOT_STORED }
  }
  const { width, height } = made.info
  await context.db
    .insert(uploads)
    .values({ key, width, height, widths: [width], uploadedBy, createdAt })
    .onConflictDoUpdate({ target: uploads.key, set: { createdAt } })
  return { ok: true, src: `/media/${key}` }
}

/**
 * One name for what one person sends within a day, so that a form pressed twice names one picture, and is the same form (rule K23). The
 * night never takes away what is sent again at that moment: it looks at older days only.
 */
const nameOf = (body: Buffer, uploadedBy: string, at: Date): string =>
  createHash('sha256')
    .update(`${uploadedBy} ${at.toISOString().slice(0, 10)} `)
    .update(body)
    .digest('hex')
    .slice(0, 32)

/** JPEG, PNG, WebP or GIF, by the first bytes. */
function isPicture(body: Buffer): boolean {
  const starts = (text: string, at = 0) => body.subarray(at, at + text.length).equals(Buffer.from(text, 'latin1'))
  return (
    starts('\xff\xd8\xff') ||
    starts('\x89PNG\r\n\x1a\n') ||
    (starts('RIFF') && starts('WEBP', 8)) ||
    starts('GIF87a') ||
    starts('GIF89a')
  )
}

async function reencode(body: Buffer) {
  try {
    return await sharp(body, { limitInputPixels: IMAGE_MAX_PIXELS, failOn: 'error' })
      .rotate()
      .resize({ width: STORED_WIDTH, height: STORED_WIDTH, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 84 })
      .toBuffer({ resolveWithObject: true })
  } catch {
    return undefined
  }
}

/** Said where a form names an upload that the night has taken away: it was replaced, or the form stood open for longer than a day. */
export const PICTURE_LOST = 'A picture is not here any more. Please add it again.'

/** Which of these pictures were uploaded here and are no more. */
export async function lostPictures({ db }: AppContext, images: readonly string[]): Promise<Set<string>> {
  const own = images.filter((src) => src.startsWith(UPLOADED))
  if (!own.length) return new Set()
  const keys = own.map((src) => src.replace('/media/', ''))
  const rows = await db.select({ key: uploads.key }).from(uploads).where(inArray(uploads.key, keys))
  const here = new Set(rows.map(({ key }) => `/media/${key}`))
  return new Set(own.filter((src) => !here.has(src)))
}

const UPLOADED = '/media/uploads/'

/**
 * Deletes uploads a day old that no record names any more, and then this server's copies of those that are no more; answers how
 * many uploads. One whose file cannot be removed keeps no other; while the store is away, they wait for the next try.
 *
 * @throws AggregateError at the end, of those that could not be removed
 */
export async function cleanUploads({ db, files, clock, settings }: AppContext): Promise<number> {
  // by its key, which no other picture has: a record may have been saved with its whole address, or in some size
  const names = (image: AnyPgColumn) => sql`strpos(${image}, ${uploads.key}) > 0`
  const unnamed = [
    notExists(db.select().from(catalogueItems).where(names(catalogueItems.image))),
    notExists(db.select().from(banners).where(names(banners.image))),
    notExists(db.select().from(locations).where(names(locations.image))),
    notExists(db.select().from(screens).where(sql`strpos(${screens.images}::text, ${uploads.key}) > 0`)),
  ]
  const old = lt(uploads.createdAt, new Date(clock.now().getTime() - UNUSED_MS))
  const unused = await db
    .select({ key: uploads.key })
    .from(uploads)
    .where(and(old, ...unnamed))
    .orderBy(asc(uploads.createdAt), asc(uploads.key))
    .limit(500)
  const { check, note } = patience('The store of pictures does not answer.')
  let removed = 0
  const remove = async (key: string) => {
    check()
    // somebody may have saved it since; whoever saves it from here on is told that it is lost
    const [gone] = await db
      .delete(uploads)
      .where(and(eq(uploads.key, key), ...unnamed))
      .returning()
    if (!gone) return
    try {
      await files.remove(key)
      note(true)
      removed++
    } catch (error) {
      note(!isStoreAway(error))
      // for the next try
      await db.insert(uploads).values(gone).onConflictDoNothing()
      throw error
    }
  }
  const known = async (keys: readonly string[]) => {
    const rows = await db
      .select({ key: uploads.key })
      .from(uploads)
      .where(inArray(uploads.key, [...keys]))
    return new Set(rows.map(({ key }) => key))
  }
  try {
    await eachInTurn(
      unused.map(
        ({ key }) =>
          () =>
            remove(key),
      ),
    )
  } finally {
    await removeStrayCopies(settings, known)
  }
  return removed
}
