// Icons and the Open Graph picture from the mark.   node media/scripts/brand.mjs
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'

const media = path.join(import.meta.dirname, '..', '..', 'public', 'media')
const brand = (name) => path.join(media, 'brand', name)
const mark = await readFile(brand('favicon.svg'), 'utf8')
/** iOS rounds the corners itself, so its icon goes to the edge. */
const square = mark.replace(' rx="15"', '')

for (const [name, size, svg] of [
  ['icon-192.png', 192, mark],
  ['icon-512.png', 512, mark],
  ['apple-touch-icon.png', 180, square],
]) {
  await sharp(Buffer.from(svg), { density: (72 * size) / 64 })
    .resize(size, size)
    .png({ palette: true, colours: 128 })
    .toFile(brand(name))
}

const shade = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630"><defs>
  <linearGradient id="l" x1="0" x2="1"><stop offset="0" stop-color="#0d0812" stop-opacity=".86"/><stop offset=".5" stop-color="#0d0812" stop-opacity=".42"/><stop offset="1" stop-color="#0d0812" stop-opacity="0"/></linearGradient>
  <linearGradient id="t" x1="0" y1="0" x2="0" y2="1"><stop offset=".6" stop-color="#0d0812" stop-opacity="0"/><stop offset="1" stop-color="#0d0812" stop-opacity=".7"/></linearGradient></defs>
  <rect width="1200" height="630" fill="url(#l)"/><rect width="1200" height="630" fill="url(#t)"/></svg>`
const logo = await sharp(brand('logo.svg'), { density: 220 }).resize({ width: 560 }).png().toBuffer()
await sharp(path.join(media, 'screens', 'velvet-4.webp'))
  .resize(1200, 630, { position: 'right' })
  .composite([{ input: Buffer.from(shade) }, { input: logo, left: 72, top: 228 }])
  .jpeg({ quality: 84, mozjpeg: true })
  .toFile(brand('og.jpg'))

for (const name of ['icon-192.png', 'icon-512.png', 'apple-touch-icon.png', 'og.jpg']) {
  console.log(`brand/${name}`, Math.round((await stat(brand(name))).size / 1024), 'kB')
}
