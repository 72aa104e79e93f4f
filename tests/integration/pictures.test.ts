import { readdirSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { PHOTOS } from '~/content/gallery'
import { altOf, PICTURES, viewsOf } from '~/content/pictures'
import { portraitOf, TESTIMONIALS } from '~/content/testimonials'

const ROOT = path.resolve('public')
const files = readdirSync(path.join(ROOT, 'media'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => `/${path.relative(ROOT, path.join(entry.parentPath, entry.name))}`)
  .sort()

describe('the demo pictures', () => {
  it('have words for every file, and a file for all words', () => {
    expect(Object.keys(PICTURES).sort()).toEqual(files)
  })

  it('are described in words that stand alone', () => {
    for (const [src, alt] of Object.entries(PICTURES)) {
      expect(alt.length, src).toBeGreaterThan(15)
      expect(alt, src).not.toMatch(/^(image|picture|photo)\b|\.$|\.webp/i)
    }
  })

  it('say different things on different photographs of the gallery', () => {
    expect(PHOTOS).toHaveLength(26)
    expect(new Set(PHOTOS.map(({ alt }) => alt)).size).toBe(26)
  })

  it('show every reviewer', () => {
    for (const { author } of TESTIMONIALS) expect(PICTURES[portraitOf(author)], author).toBeTruthy()
  })

  it('have the sizes the pages reserve for them', async () => {
    const sizes: Record<string, string> = {
      addons: '1000x1000',
      banners: '1920x900',
      cakes: '1000x1000',
      gallery: '1600x1067',
      gifts: '1000x1000',
      occasions: '1600x1067',
      reviewers: '400x400',
      screens: '1600x1067',
      services: '1000x1000',
    }
    for (const src of files) {
      const wanted = sizes[src.split('/')[2] ?? '']
      if (!wanted) continue
      const { width, height } = await sharp(path.join(ROOT, src)).metadata()
      expect(`${width}x${height}`, src).toBe(wanted)
    }
  })

  it('leave an uploaded picture to the words of its owner', () => {
    expect(altOf('/media/uploads/a/b.webp', 'Our new room')).toBe('Our new room')
    expect(viewsOf('Aurora', ['/media/uploads/1.webp', '/media/screens/aurora-2.webp']).map(({ alt }) => alt)).toEqual([
      'Aurora, view 1 of 2',
      `Aurora, view 2 of 2: ${PICTURES['/media/screens/aurora-2.webp']}`,
    ])
  })
})
