import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { PICTURE_WIDTHS } from '~/links'
import type { FileStore } from './file-store.server'

/** As numbers: anybody may ask for any. */
const WIDTHS: readonly number[] = PICTURE_WIDTHS
const KEY = /^[a-z0-9][a-z0-9/_-]*\.(webp|png|jpe?g)$/i
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
  if (accept.includes('image/avif')) {
    const best = await cachedCopy(fileOf('avif'), source.changedAt)
    if (best) return { body: best, type: 'image/avif', lasting }
    makeLater(fileOf('avif'), async () => encode(await source.read(), width, 'avif'))
  }
  const cached = await cachedCopy(fileOf('webp'), source.changedAt)
  const body = cached ?? (await keep(fileOf('webp'), await encode(await source.read(), width, 'webp')))
  return { body, type: 'image/webp', lasting: lasting && !accept.includes('image/avif') }
}

interface Source {
  /** Milliseconds; a copy that is older shows a former picture. Uploads never change. */
  changedAt: number
  read(): Promise<Buffer>
}

async function findSource({ files }: Surroundings, key: string): Promise<Source | undefined> {
  if (key.startsWith(UPLOADS)) {
    const body = await files.read(key)
    return body && { changedAt: 0, read: async () => body }
  }
  for (const folder of BUNDLED) {
    const file = path.join(folder, key)
    const found = await stat(file).catch(() => undefined)
    if (found) return { changedAt: found.mtimeMs, read: () => readFile(file) }
  }
  return undefined
}

async function cachedCopy(file: string, changedAt: number): Promise<Buffer | undefined> {
  const found = await stat(file).catch(() => undefined)
  return found && found.mtimeMs >= changedAt ? readFile(file).catch(() => undefined) : undefined
}

function encode(source: Buffer, width: number, format: Format): Promise<Buffer> {
  const scaled = sharp(source).resize({ width, withoutEnlargement: true })
  return (format === 'avif' ? scaled.avif({ quality: 52, effort: 2 }) : scaled.webp({ quality: 76 })).toBuffer()
}

/**
 * Removes this server's copies of uploads that are no more, whoever deleted them; `known` answers which of some keys still are.
 * Answers how many copies went.
 */
export async function removeStrayCopies(
  { DATA_DIR }: { DATA_DIR: string },
  known: (keys: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<number> {
  let removed = 0
  for (const width of WIDTHS) {
    const folder = path.join(DATA_DIR, 'pictures', `w${width}`, UPLOADS)
    const names = await readdir(folder).catch(() => [])
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

const AT_ONCE = 500
/** What a copy is called beyond its upload's key, and one that is being written. */
const COPY_ENDING = /\.(?:avif|webp)(?:\.[0-9a-f-]{36})?$/

async function keep(file: string, body: Buffer): Promise<Buffer> {
  await mkdir(path.dirname(file), { recursive: true })
  const part = `${file}.${randomUUID()}`
  await writeFile(part, body)
  await rename(part, file)
  return body
}

const waiting = new Set<string>()
const MOST_WAITING = 500
let line: Promise<unknown> = Promise.resolve()

/** One after the other, so that a full gallery does not take the processor from the visitors. */
function makeLater(file: string, make: () => Promise<Buffer>): void {
  if (waiting.has(file) || waiting.size >= MOST_WAITING) return
  waiting.add(file)
  line = line
    .then(async () => keep(file, await make()))
    // a picture that cannot be encoded stays WebP
    .catch(() => undefined)
    .finally(() => waiting.delete(file))
}
