import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { HOUR_MS } from '~/domain/durations'
import { PICTURE_WIDTHS } from '~/links'
import type { FileStore } from './file-store.server'

/** As numbers: anybody may ask for any. */
const WIDTHS: readonly number[] = PICTURE_WIDTHS
/** No longer than a file's name may be: some stores break on one that is. */
const KEY = /^[a-z0-9][a-z0-9/_-]{0,120}\.(webp|png|jpe?g)$/i
const BUNDLED = ['build/client/media', 'public/media']
const UPLOADS = 'uploads/'

type Format = 'avif' | 'webp'

/** A picture as it goes out. `lasting`: nothing better will follow under this address. */
export interface SizedPicture {
  body: Buffer
  type: `image/${Format}`
  lasting: boolean
}

interface Surroundings {
  settings: { DATA_DIR: string }
  files: FileStore
}

/**
 * A bundled or uploaded picture scaled down to `width`; undefined when unknown. Whose `Accept` names AVIF gets it as soon as
 * it is made: encoding it takes seconds, so the first visitors are answered with WebP while it is made behind them.
 */
export async function sizedPicture(
  surroundings: Surroundings,
  width: number,
  key: string,
  accept: string,
): Promise<SizedPicture | undefined> {
  if (!WIDTHS.includes(width) || !KEY.test(key) || key.includes('..')) return undefined
  const source = await findSource(surroundings, key)
  if (!source) return undefined
  const fileOf = (format: Format) =>
    path.join(surroundings.settings.DATA_DIR, 'pictures', `w${width}`, `${key}.${format}`)
  const lasting = key.startsWith(UPLOADS)
  const wantsBest = accept.includes('image/avif')
  const best = wantsBest ? await copyOf(fileOf('avif'), source) : undefined
  if (best) return { body: best, type: 'image/avif', lasting }
  const body = (await copyOf(fileOf('webp'), source)) ?? (await made(fileOf('webp'), source, width, 'webp'))
  if (!body) return undefined
  if (wantsBest) makeLater(fileOf('avif'), () => made(fileOf('avif'), source, width, 'avif'))
  return { body, type: 'image/webp', lasting: lasting && !wantsBest }
}

interface Source {
  /** Milliseconds since 1970; a copy is of the picture that changed then. Uploads never change. */
  changedAt: number
  /** Answers undefined where there is none. */
  read(): Promise<Buffer | undefined>
}

/** Where a picture is from. An upload is only read, from a bucket perhaps, once there is no copy of it here. */
async function findSource({ files }: Surroundings, key: string): Promise<Source | undefined> {
  if (key.startsWith(UPLOADS)) return { changedAt: 0, read: () => files.read(key) }
  for (const folder of BUNDLED) {
    const file = path.join(folder, key)
    const found = await stat(file).catch(() => undefined)
    if (found) return { changedAt: found.mtimeMs, read: () => readFile(file) }
  }
  return undefined
}

async function copyOf(file: string, { changedAt }: Source): Promise<Buffer | undefined> {
  const found = await stat(file).catch(() => undefined)
  return found && isOf(found.mtimeMs, changedAt) ? readFile(file).catch(() => undefined) : undefined
}

/** Whether a copy is of the picture as it is now: neither of a former one nor, the image being older than the data, of a later. */
const isOf = (copied: number, changedAt: number): boolean => changedAt === 0 || Math.abs(copied - changedAt) < 1_000

/** Encodes a picture and keeps the copy; where there is no room for one the picture goes out all the same. */
async function made(file: string, source: Source, width: number, format: Format): Promise<Buffer | undefined> {
  const original = await source.read()
  if (!original) return undefined
  const body = await encode(original, width, format)
  return keep(file, body, source.changedAt).catch(() => body)
}

function encode(source: Buffer, width: number, format: Format): Promise<Buffer> {
  const scaled = sharp(source).resize({ width, withoutEnlargement: true })
  return (format === 'avif' ? scaled.avif({ quality: 52, effort: 2 }) : scaled.webp({ quality: 76 })).toBuffer()
}

/**
 * Removes this server's copies of uploads that are no more, whoever deleted them, and pieces of copies that were never finished; `known`
 * answers which of some keys still are. Answers how many copies went.
 */
export async function removeStrayCopies(
  { DATA_DIR }: { DATA_DIR: string },
  known: (keys: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<number> {
  let removed = 0
  await removePieces(path.join(DATA_DIR, 'pictures'))
  for (const width of WIDTHS) {
    const folder = path.join(DATA_DIR, 'pictures', `w${width}`, UPLOADS)
    const names = (await readdir(folder).catch(() => [])).filter((name) => !PIECE.test(name))
    for (let at = 0; at < names.length; at += AT_ONCE) {
      const copies = names
        .slice(at, at + AT_ONCE)
        .map((name) => ({ name, key: `${UPLOADS}${name.replace(COPY_ENDING, '')}` }))
      const still = await known([...new Set(copies.map(({ key }) => key))])
      const stray = copies.filter(({ key }) => !still.has(key))
      await Promise.all(stray.map(({ name }) => rm(path.join(folder, name), { force: true })))
      removed += stray.length
    }
  }
  return removed
}

/** What a server that was killed had written of copies, of the bundled pictures' too. */
async function removePieces(folder: string): Promise<void> {
  const pieces = (await readdir(folder, { recursive: true }).catch(() => [])).filter((name) => PIECE.test(name))
  for (const piece of pieces) {
    const file = path.join(folder, piece)
    const found = await stat(file).catch(() => undefined)
    if (found && Date.now() - found.mtimeMs > HOUR_MS) await rm(file, { force: true })
  }
}

const AT_ONCE = 500
/** What a copy is called beyond its upload's key. */
const COPY_ENDING = /\.(?:avif|webp)$/
/** What one is called that is being written, which takes seconds. */
const PIECE = /\.(?:avif|webp)\.[0-9a-f-]{36}$/

async function keep(file: string, body: Buffer, changedAt: number): Promise<Buffer> {
  await mkdir(path.dirname(file), { recursive: true })
  const part = `${file}.${randomUUID()}`
  try {
    await writeFile(part, body)
    if (changedAt) await utimes(part, new Date(changedAt), new Date(changedAt))
    await rename(part, file)
  } catch (error) {
    // of a full disk each request would leave one more
    await rm(part, { force: true })
    throw error
  }
  return body
}

const waiting = new Set<string>()
const MOST_WAITING = 500
let line: Promise<unknown> = Promise.resolve()

/** One after the other, so that a full gallery does not take the processor from the visitors. */
function makeLater(file: string, make: () => Promise<unknown>): void {
  if (waiting.has(file) || waiting.size >= MOST_WAITING) return
  waiting.add(file)
  line = line
    .then(make)
    // a picture that cannot be encoded stays WebP
    .catch(() => undefined)
    .finally(() => waiting.delete(file))
}
