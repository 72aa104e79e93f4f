import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { banners, uploads } from '~/db/schema'
import { readImageForm, readSingleImage } from '~/features/media/image-form.server'
import { cleanUploads, PICTURE_LOST, storeImage } from '~/features/media/uploads.server'
import { bannerForm } from '~/features/site/banner-forms.server'
import type { AppContext } from '~/platform/context.server'
import { createFileStore } from '~/platform/file-store.server'
import { parseForm } from '~/platform/form.server'
import { createLog } from '~/platform/log.server'
import { sizedPicture } from '~/platform/pictures.server'
import { RefusedBody, takeForm, WITH_PICTURES } from '~/platform/request-body.server'
import { addressAt, serveHere } from '../support/addresses'
import { useApp } from '../support/app'
import { startBucket } from '../support/bucket'

const MEGABYTE = 1024 * 1024
const OVER_HTTPS = 'The web address of a picture must start with https://'

type Parts = [name: string, value: string | File][]

const canvas = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 60, b: 90 } } })

describe('pictures', () => {
  const app = useApp('embedded')
  let bucket: Awaited<ReturnType<typeof startBucket>>
  beforeAll(async () => {
    bucket = await startBucket()
  })
  afterAll(() => bucket.stop())

  const store = (body: Buffer, context: AppContext = app.context) =>
    storeImage(context, new Blob([new Uint8Array(body)]), 'asha')
  const keyOf = (stored: Awaited<ReturnType<typeof store>>) => (stored.ok ? stored.src.replace('/media/', '') : '')
  const readStored = async (stored: Awaited<ReturnType<typeof store>>, context: AppContext = app.context) =>
    (await context.files.read(keyOf(stored))) ?? Buffer.alloc(0)

  /** Sends a form of pictures as a browser does. */
  async function send(parts: Parts, max = 1) {
    const { form, imageFaults } = await readSent(parts, max)
    const images = [...form].filter(([name]) => name.startsWith('images[')).map(([, src]) => src)
    return { images, imageFaults, names: [...form.keys()] }
  }
  async function readSent(parts: Parts, max = 1, context: AppContext = app.context) {
    const body = new FormData()
    for (const [name, value] of parts) body.append(name, value)
    const request = new Request('http://localhost:3000/admin/banners/add', { method: 'POST', body })
    return readImageForm(context, await takeForm(request, WITH_PICTURES), 'asha', { max })
  }
  const picturesOnly = (sent: File) => {
    const body = new FormData()
    body.append('imageFile', sent)
    return new Request('http://localhost:3000/admin/images', { method: 'POST', body })
  }
  const file = (body: Buffer, name: string, type = 'image/png') => new File([new Uint8Array(body)], name, { type })

  test.each(['jpeg', 'png', 'webp', 'gif'] as const)('a %s is kept as a WebP of its own size', async (format) => {
    const stored = await store(await canvas(300, 200).toFormat(format).toBuffer())
    expect(stored).toMatchObject({ ok: true, src: expect.stringMatching(/^\/media\/uploads\/\w+\.webp$/) })
    expect(await sharp(await readStored(stored)).metadata()).toMatchObject({ format: 'webp', width: 300, height: 200 })
    expect(await app.context.db.select().from(uploads)).toMatchObject([{ width: 300, height: 200, uploadedBy: 'asha' }])
  })

  test('what one person sends twice within a day is one picture', async () => {
    const body = await canvas(30, 20).png().toBuffer()
    const first = await store(body)
    expect(await store(body)).toEqual(first)
    expect(await app.context.db.$count(uploads)).toBe(1)
    // kept as long as one that was sent for the first time now
    app.clock.advanceMinutes(24 * 60)
    expect(await store(body)).not.toEqual(first)
    expect(await storeImage(app.context, new Blob([new Uint8Array(body)]), 'vikram')).not.toEqual(first)
  })

  test('nothing of the camera survives: upright, no EXIF, no place, at most 2,000 pixels', async () => {
    const taken = await canvas(2400, 1200)
      .withExif({ IFD0: { Copyright: 'Somebody' }, IFD3: { GPSLatitude: '12/1 56/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect((await sharp(taken).metadata()).orientation).toBe(6)
    const kept = await sharp(await readStored(await store(taken))).metadata()
    expect(kept).toMatchObject({ width: 1000, height: 2000 })
    expect([kept.exif, kept.orientation, kept.icc, kept.xmp]).toEqual([undefined, undefined, undefined, undefined])
  })

  test('what a file is, is read from its content and not from its name', async () => {
    const png = await canvas(30, 20).png().toBuffer()
    expect((await send([['imageFile', file(png, 'notes.txt', 'text/plain')]])).images).toHaveLength(1)
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script/></svg>')
    for (const [body, name] of [
      [svg, 'logo.png'],
      [Buffer.from('%PDF-1.7'), 'menu.jpg'],
    ] as const) {
      expect(await send([['imageFile', file(body, name)]])).toMatchObject({
        images: [],
        imageFaults: [`Invalid file type: ${name}`],
      })
    }
    expect(await app.context.db.$count(uploads)).toBe(1)
  })

  test('a broken picture is refused in words', async () => {
    const jpeg = await canvas(800, 600).jpeg().toBuffer()
    const half = jpeg.subarray(0, jpeg.length / 2)
    expect((await send([['imageFile', file(half, 'half.jpg')]])).imageFaults).toEqual(["Can't load the image."])
  })

  test('one that is too heavy is refused in words, and far too heavy ones end the request', async () => {
    const png = await canvas(30, 20).png().toBuffer()
    for (const megabytes of [8, 25, 60]) {
      const heavy = Buffer.concat([png, Buffer.alloc(megabytes * MEGABYTE)])
      expect(await send([['imageFile', file(heavy, 'heavy.png')]])).toMatchObject({
        images: [],
        imageFaults: ['An image can be at most 8 MB.'],
      })
    }
    const absurd = file(Buffer.alloc(65 * MEGABYTE), 'absurd.png')
    const refused = await send([['imageFile', absurd]]).catch((thrown: unknown) => thrown)
    expect(refused).toBeInstanceOf(RefusedBody)
    expect(refused).toMatchObject({ status: 413 })
  })

  test('a small file that unpacks to a huge picture is refused without unpacking it', async () => {
    // a PNG whose header says 60,000 × 60,000: 10.8 GB of pixels
    const bomb = await canvas(10, 10).png().toBuffer()
    bomb.writeUInt32BE(60_000, 16)
    bomb.writeUInt32BE(60_000, 20)
    const before = process.memoryUsage().rss
    expect(await store(bomb)).toMatchObject({ ok: false, reason: 'broken', message: "Can't load the image." })
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * MEGABYTE)
    const wide = await canvas(9_000, 7_000).png({ compressionLevel: 9 }).toBuffer()
    expect(wide.length).toBeLessThan(MEGABYTE)
    expect(await store(wide)).toMatchObject({ ok: false, reason: 'broken' })
  })

  test('an address is kept as it was given, and nobody here asks for it', async () => {
    const asked: string[] = []
    const fetching = globalThis.fetch
    globalThis.fetch = async (...args) => {
      asked.push(String(args[0]))
      return fetching(...args)
    }
    try {
      const src = `${app.emulator.url.replace('http:', 'https:')}/picture.png?size=Large&x=%20`
      expect(await send([['imageUrl', src]])).toMatchObject({ images: [src], imageFaults: [] })
    } finally {
      globalThis.fetch = fetching
    }
    expect(asked).toEqual([])
    for (const bad of ['javascript:alert(1)', 'data:image/png;base64,AA', 'file:///etc/passwd', 'pictures/a.png']) {
      expect(await send([['imageUrl', bad]])).toMatchObject({ images: [], imageFaults: ["Can't load the image."] })
    }
    expect(await send([['imageUrl', 'http://pictures.example/a.png']])).toMatchObject({
      images: [],
      imageFaults: [OVER_HTTPS],
    })
    expect(await send([['imageUrl', 'https://pictures.example/logo.SVG?v=2']])).toMatchObject({
      images: [],
      imageFaults: ['Invalid image type.'],
    })
  })

  test('a fault of a picture says more than that one is missing', async () => {
    const { form, imageFaults } = await readSent([
      ['imageFile', file(Buffer.from('%PDF-1.7'), 'menu.jpg')],
      ['name', ''],
    ])
    const read = parseForm(form, bannerForm, { found: { images: imageFaults } })
    const { lastResult } = read.ok ? { lastResult: undefined } : read.reply().data
    expect(lastResult?.error).toMatchObject({ images: ['Invalid file type: menu.jpg'], title: ['Title is required'] })
  })

  test('one that the store does not take is a fault of its field, what else was typed stays, and the log says why', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'lumiere-images-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    // as of a folder that belongs to somebody else, or a full disk
    const DATA_DIR = path.join(folder, 'data')
    await writeFile(DATA_DIR, '')
    const said: string[] = []
    const log = createLog('error', { write: (line) => said.push(line) })
    const context = { ...app.context, log, files: await createFileStore({ FILES: 'disk', DATA_DIR }) }
    const png = file(await canvas(30, 20).png().toBuffer(), 'a.png')
    const sent: Parts = [
      ['images[0]', '/media/cakes/old.webp'],
      ['imageFile', png],
      ['title', 'Monsoon evenings'],
    ]
    const { form, imageFaults } = await readSent(sent, 5, context)
    expect(imageFaults).toEqual(['The picture could not be stored just now. Please try again, or save without it.'])
    expect([...form]).toEqual([
      ['title', 'Monsoon evenings'],
      ['images[0]', '/media/cakes/old.webp'],
    ])
    expect(said.join()).toMatch(/ENOTDIR.*"msg":"a picture could not be stored"/)
    const read = await readSingleImage(context, picturesOnly(png), 'asha')
    expect(read).toEqual({ src: null, fault: imageFaults[0] })
  })

  test('kept ones come first and in their order; the sixth of five is refused', async () => {
    const png = file(await canvas(30, 20).png().toBuffer(), 'a.png')
    const kept: [string, string][] = ['b', 'a', 'd', 'c'].map((name, at) => [
      `images[${at}]`,
      `/media/cakes/${name}.webp`,
    ])
    const five = await send([...kept, ['imageFile', png], ['name', 'Aurora']], 5)
    expect(five.images.slice(0, 4)).toEqual(kept.map(([, src]) => src))
    expect(five).toMatchObject({ imageFaults: [], names: expect.arrayContaining(['name', 'images[4]']) })
    const six = await send([...kept, ['imageFile', png], ['imageUrl', 'https://a.example/e.png']], 5)
    expect(six.images).toHaveLength(5)
    expect(six.imageFaults).toEqual(['Maximum number of images reached.'])
  })

  test('where one is allowed, a new one takes the place of the old', async () => {
    const png = file(await canvas(30, 20).png().toBuffer(), 'a.png')
    const { images } = await send([
      ['images[0]', '/media/uploads/old.webp'],
      ['imageFile', png],
    ])
    expect(images).toHaveLength(1)
    expect(images[0]).not.toBe('/media/uploads/old.webp')
  })

  test('one that the night has taken away is not saved as if it were there', async () => {
    const here = await store(await canvas(30, 20).png().toBuffer())
    const kept: Parts = [
      ['images[0]', '/media/uploads/gone.webp'],
      ['images[1]', here.ok ? here.src : ''],
    ]
    expect(await send(kept, 5)).toMatchObject({ images: [here.ok && here.src], imageFaults: [PICTURE_LOST] })
    expect(await send([...kept.slice(0, 1), ['imageUrl', 'https://a.example/e.png']])).toMatchObject({
      imageFaults: [],
    })
  })

  test('comes in several widths, never larger than it is, and by no other path', async () => {
    const key = keyOf(await store(await canvas(1_200, 800).png().toBuffer()))
    const widthOf = async (width: number) => {
      const sized = await sizedPicture(app.context, width, key, 'image/webp')
      return sized && (await sharp(sized.body).metadata()).width
    }
    expect(await Promise.all([320, 640, 960, 1600].map(widthOf))).toEqual([320, 640, 960, 1_200])
    expect(await widthOf(333)).toBeUndefined()
    expect(await sizedPicture(app.context, 320, 'uploads/../secrets.json', '')).toBeUndefined()
    expect(await sizedPicture(app.context, 320, 'uploads/nothing.webp', '')).toBeUndefined()
    expect(await sizedPicture(app.context, 320, `uploads/${'a'.repeat(300)}.webp`, '')).toBeUndefined()
  })

  test('comes by the address under which it is stored too, as wide as it may be', async () => {
    serveHere(app.context)
    const key = keyOf(await store(await canvas(1_800, 900).png().toBuffer()))
    const { load } = await addressAt('/media/:width/*')
    const module = await load()
    const get = (at: string) => {
      const [, , width = '', ...rest] = at.split('/')
      const request = new Request(`http://localhost:3000${at}`, { headers: { Accept: 'image/webp' } })
      return module.loader?.({ request, params: { width, '*': rest.join('/') }, context: {} }) as Promise<Response>
    }
    const answer = await get(`/media/${key}`)
    const { width } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
    expect([answer.headers.get('Content-Type'), width]).toEqual(['image/webp', 1_600])
    for (const none of ['/media/uploads/nothing.webp', '/media/elsewhere/nothing.webp'])
      await expect(get(none), none).rejects.toMatchObject({ status: 404 })
  })

  test('comes as AVIF to whoever accepts it, once that is made; until then as WebP', async () => {
    const key = keyOf(await store(await canvas(400, 300).png().toBuffer()))
    const asked = () => sizedPicture(app.context, 320, key, 'image/avif,image/webp,*/*')
    expect(await asked()).toMatchObject({ type: 'image/webp', lasting: false })
    await expect.poll(asked).toMatchObject({ type: 'image/avif', lasting: true })
    const { format, width } = await sharp((await asked())?.body).metadata()
    expect({ format, width }).toEqual({ format: 'heif', width: 320 })
    expect(await sizedPicture(app.context, 320, key, 'image/webp')).toMatchObject({ type: 'image/webp', lasting: true })
  })

  test('one that was scaled here before comes though its store is away, and though there is no room for another copy', async () => {
    const key = keyOf(await store(await canvas(400, 300).png().toBuffer()))
    const away = { ...app.context.files, read: () => Promise.reject(new Error('the bucket is away')) }
    await sizedPicture(app.context, 320, key, '')
    expect(await sizedPicture({ ...app.context, files: away }, 320, key, '')).toMatchObject({ type: 'image/webp' })
    await expect(sizedPicture({ ...app.context, files: away }, 640, key, '')).rejects.toThrow('away')
    // a file where the folder would be
    const DATA_DIR = await mkdtemp(path.join(tmpdir(), 'lumiere-full-'))
    onTestFinished(() => rm(DATA_DIR, { recursive: true }))
    await writeFile(path.join(DATA_DIR, 'pictures'), '')
    const full = { ...app.context, settings: { ...app.context.settings, DATA_DIR } }
    for (const of of [key, 'gallery/candle-path-1.webp'])
      expect(await sizedPicture(full, 640, of, 'image/webp')).toMatchObject({ type: 'image/webp' })
  })

  test('one that was redrawn under its name is scaled anew, also when the old copy is the younger file', async () => {
    const DATA_DIR = await mkdtemp(path.join(tmpdir(), 'lumiere-redrawn-'))
    onTestFinished(() => rm(DATA_DIR, { recursive: true }))
    const context = { ...app.context, settings: { ...app.context.settings, DATA_DIR } }
    const key = 'gallery/candle-path-1.webp'
    const asked = async () => (await sizedPicture(context, 320, key, ''))?.body
    const drawn = await asked()
    const copy = path.join(DATA_DIR, 'pictures', 'w320', `${key}.webp`)
    await writeFile(copy, 'of the picture before')
    expect(await asked()).toEqual(drawn)
    await writeFile(copy, 'kept')
    const { mtime } = await stat(path.join('build/client/media', key)).catch(() => stat(path.join('public/media', key)))
    await utimes(copy, mtime, mtime)
    expect(String(await asked())).toBe('kept')
  })

  test('those that nothing names go after a day, the others stay', async () => {
    const [used, unused] = [
      await store(await canvas(30, 20).png().toBuffer()),
      await store(await canvas(31, 20).png().toBuffer()),
    ]
    const image = used.ok ? used.src : ''
    const banner = { title: 'Lit', description: 'Up', link: 'https://lumiere.example' }
    await app.context.db.insert(banners).values({ id: 'banner', ...banner, image })
    expect(await cleanUploads(app.context)).toBe(0)
    app.clock.advanceMinutes(25 * 60)
    expect(await cleanUploads(app.context)).toBe(1)
    expect(await app.context.files.read(keyOf(unused))).toBeUndefined()
    expect(await app.context.files.read(keyOf(used))).toBeDefined()
  })

  test.each([
    ['its whole address', (src: string) => `https://lumiere.example${src}`],
    ['the address of one size', (src: string) => src.replace('/media/', '/media/w960/')],
  ])('one that a record of long ago names by %s stays', async (_, named) => {
    const stored = await store(await canvas(30, 20).png().toBuffer())
    const image = named(stored.ok ? stored.src : '')
    const banner = { title: 'Lit', description: 'Up', link: 'https://lumiere.example' }
    await app.context.db.insert(banners).values({ id: 'banner', ...banner, image })
    app.clock.advanceMinutes(25 * 60)
    expect(await cleanUploads(app.context)).toBe(0)
    expect(await app.context.files.read(keyOf(stored))).toBeDefined()
  })

  test('who saves one while the night takes it away is told that it is lost', async () => {
    const stored = await store(await canvas(30, 20).png().toBuffer())
    app.clock.advanceMinutes(25 * 60)
    const saved: Awaited<ReturnType<typeof send>>[] = []
    const remove = async (key: string) => {
      saved.push(await send([['images[0]', stored.ok ? stored.src : '']]))
      await app.context.files.remove(key)
    }
    expect(await cleanUploads({ ...app.context, files: { ...app.context.files, remove } })).toBe(1)
    expect(saved).toMatchObject([{ images: [], imageFaults: [PICTURE_LOST] }])
  })

  test('the copies in other sizes go with a deleted one, and those of another server’s at night', async () => {
    const [used, unused] = [
      await store(await canvas(700, 500).png().toBuffer()),
      await store(await canvas(700, 501).png().toBuffer()),
    ]
    const image = used.ok ? used.src : ''
    const banner = { title: 'Lit', description: 'Up', link: 'https://lumiere.example' }
    await app.context.db.insert(banners).values({ id: 'banner', ...banner, image })
    for (const stored of [used, unused])
      for (const width of [320, 640]) expect(await sizedPicture(app.context, width, keyOf(stored), '')).toBeDefined()
    const copies = async () => {
      const names = await readdir(path.join(app.context.settings.DATA_DIR, 'pictures'), { recursive: true })
      return names
        .filter((name) => name.includes('uploads') && name.endsWith('.webp'))
        .map((name) => path.basename(name))
    }
    const copyOf = (stored: typeof used) => `${path.basename(keyOf(stored))}.webp`
    const others = path.join(app.context.settings.DATA_DIR, 'pictures', 'w320', 'uploads', 'gone.webp.avif')
    await writeFile(others, 'another server deleted its upload')
    app.clock.advanceMinutes(25 * 60)
    expect(await cleanUploads(app.context)).toBe(1)
    expect((await copies()).filter((name) => name === copyOf(used))).toHaveLength(2)
    expect(await copies()).not.toContain(copyOf(unused))
    await expect(stat(others)).rejects.toThrow('ENOENT')
  })

  test('of copies that were not finished no piece stays: neither of a disk that refuses, nor of a server that was killed', async () => {
    const DATA_DIR = await mkdtemp(path.join(tmpdir(), 'lumiere-pieces-'))
    onTestFinished(() => rm(DATA_DIR, { recursive: true }))
    const context = { ...app.context, settings: { ...app.context.settings, DATA_DIR } }
    const folder = path.join(DATA_DIR, 'pictures', 'w320', 'gallery')
    // a name that no file can take
    await mkdir(path.join(folder, 'candle-path-1.webp.webp', 'in the way'), { recursive: true })
    expect(await sizedPicture(context, 320, 'gallery/candle-path-1.webp', '')).toMatchObject({ type: 'image/webp' })
    expect(await readdir(folder)).toEqual(['candle-path-1.webp.webp'])
    const [old, young] = [randomUUID(), randomUUID()].map((id) => path.join(folder, `candle-path-1.webp.avif.${id}`))
    for (const piece of [old, young]) await writeFile(piece ?? '', 'half of one')
    const yesterday = new Date(Date.now() - 24 * 3_600_000)
    await utimes(old ?? '', yesterday, yesterday)
    await cleanUploads(context)
    expect((await readdir(folder)).sort()).toEqual(['candle-path-1.webp.webp', path.basename(young ?? '')].sort())
  })

  test('a bucket keeps them as the disk does, for several servers', async () => {
    const settings = { ...app.context.settings, FILES: bucket.address }
    const context = { ...app.context, settings, files: await createFileStore(settings) }
    const stored = await store(await canvas(700, 500).png().toBuffer(), context)
    expect([...bucket.objects.keys()]).toEqual([`/pictures/${keyOf(stored)}`])
    const second = { ...context, files: await createFileStore(settings) }
    expect(await sharp(await readStored(stored, second)).metadata()).toMatchObject({ format: 'webp', width: 700 })
    expect(await sizedPicture(second, 320, keyOf(stored), '')).toBeDefined()
    expect(await second.files.read('uploads/nothing.webp')).toBeUndefined()
    app.clock.advanceMinutes(25 * 60)
    expect(await cleanUploads(second)).toBe(1)
    expect(bucket.objects.size).toBe(0)
  })

  /** A server whose pictures lie in the bucket, with five that nothing names any more. */
  async function withFiveOld() {
    bucket.suffer(() => undefined)
    bucket.objects.clear()
    const settings = { ...app.context.settings, FILES: bucket.address }
    const context = { ...app.context, settings, files: await createFileStore(settings, 300) }
    const keys = Array.from({ length: 5 }, (_, nth) => `uploads/${nth}.webp`)
    for (const key of keys) {
      await context.files.put(key, Buffer.from('picture'), 'image/webp')
      const facts = { width: 30, height: 20, widths: [30], uploadedBy: 'asha', createdAt: app.clock.now() }
      await context.db.insert(uploads).values({ key, ...facts })
    }
    app.clock.advanceMinutes(25 * 60)
    bucket.asked.length = 0
    return { context, keys, tried: () => new Set(bucket.asked).size }
  }

  test.each([
    ['cuts the line', 'cut', 3],
    ['says nothing', 'mute', 3],
    ['is away, as its door says', 503, 3],
    // it is there, whatever it says
    ['refuses', 403, 5],
  ] as const)('of a bucket that %s so many are tried, and all of them again', async (_, fault, times) => {
    const { context, tried } = await withFiveOld()
    bucket.suffer(() => fault)
    await expect(cleanUploads(context)).rejects.toThrow('5 of 5 tasks failed')
    expect(tried()).toBe(times)
    expect(await context.db.$count(uploads)).toBe(5)
    bucket.suffer(() => undefined)
    expect(await cleanUploads(context)).toBe(5)
    expect(bucket.objects.size).toBe(0)
  })

  test('one that the bucket answers keeps the rest going', async () => {
    const { context, keys } = await withFiveOld()
    bucket.suffer((path) => (path.endsWith(keys[2] ?? '') ? undefined : 'cut'))
    await expect(cleanUploads(context)).rejects.toThrow('4 of 5 tasks failed')
    expect([...bucket.objects.keys()]).toEqual([0, 1, 3, 4].map((nth) => `/pictures/${keys[nth]}`))
    expect(new Set(bucket.asked).size).toBe(5)
  })
})
