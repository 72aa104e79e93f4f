import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import type { FileStore } from './file-store.server'

/** Widths in pixels that may be asked for; the same list as in `ui/picture.tsx`. */
const WIDTHS: readonly number[] = [320, 480, 640, 960, 1280, 1600, 1920]
const KEY = /^[a-z0-9][a-z0-9/_-]*\.(webp|png|jpe?g)$/i
const BUNDLED = ['build/client/media', 'public/media']

/** A bundled or uploaded picture scaled down to `width`, from the cache when it was made before; undefined when unknown. */
export async function sizedPicture(
  { settings, files }: { settings: { DATA_DIR: string }; files: FileStore },
  width: number,
  key: string,
): Promise<Buffer | undefined> {
  const dataDir = settings.DATA_DIR
  if (!WIDTHS.includes(width) || !KEY.test(key) || key.includes('..')) return undefined
  const cached = path.join(dataDir, 'pictures', `w${width}`, `${key}.webp`)
  const made = await readFile(cached).catch(() => undefined)
  if (made) return made
  const source = key.startsWith('uploads/')
    ? await files.read(key)
    : await firstFile(BUNDLED.map((folder) => path.join(folder, key)))
  if (!source) return undefined
  const body = await sharp(source).resize({ width, withoutEnlargement: true }).webp({ quality: 76 }).toBuffer()
  await mkdir(path.dirname(cached), { recursive: true })
  const part = `${cached}.${process.pid}.${Date.now()}`
  await writeFile(part, body)
  await rename(part, cached)
  return body
}

async function firstFile(candidates: readonly string[]): Promise<Buffer | undefined> {
  for (const file of candidates) {
    const body = await readFile(file).catch(() => undefined)
    if (body) return body
  }
  return undefined
}
