import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { links } from '~/links'
import { imagesField, webLink } from '~/platform/form-fields.server'
import { pictureLink } from '~/ui/picture-links'

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'javascript://stranger.example/%0aalert(1)',
  'data:text/html,x',
  'vbscript:x',
  'file:///etc/passwd',
  '//stranger.example/x',
  'stranger.example',
])('%j is no link and no picture', (text) => {
  expect(webLink('Map').safeParse(text).success).toBe(false)
  expect(imagesField(0, 1).safeParse([text]).success).toBe(false)
})

test('an address of the web is both', () => {
  expect(webLink('Map').parse(' https://maps.example/place?q=1 ')).toBe('https://maps.example/place?q=1')
  expect(imagesField(0, 1).safeParse(['https://pictures.example/one.webp']).success).toBe(true)
})

test('a picture is loaded over https alone, and its field says so; one that is kept stands in no other edit’s way', () => {
  const fault = 'The web address of a picture must start with https://'
  const own = 'http://lumiere.example'
  expect(pictureLink('http://pictures.example/one.webp', 500, own)).toEqual({ fault })
  expect(pictureLink(`${own}/media/gifts/one.webp?small`, 500, own)).toEqual({ src: '/media/gifts/one.webp' })
  // copied from a page, where it stands in some size
  expect(pictureLink(`${own}${links.picture('/media/gifts/one.webp', 960)}`, 500, own)).toEqual({
    src: '/media/gifts/one.webp',
  })
  // of ours, whichever protocol was typed
  expect(pictureLink('https://lumiere.example/media/gifts/one.webp', 500, own)).toEqual({
    src: '/media/gifts/one.webp',
  })
  expect(pictureLink(`${own}/one.webp`, 500, own)).toEqual({ fault })
  expect(imagesField(0, 1).safeParse(['http://pictures.example/one.webp']).success).toBe(true)
  expect(imagesField(0, 1).safeParse(['nowhere']).error?.issues).toMatchObject([{ message: "Can't load the image." }])
})

test('no address of ours is spelled outside `links.ts`', () => {
  /** The table of routes; patterns of what robots leave alone and of catalogues; what calls of programs are described by. */
  const MAY = /^(links|routes)\.ts$|^routes\/site\/robots\.ts$|^features\/api\//
  const OURS =
    /(?<![:\w])['"`]\/(about|gallery|testimonials|contact|booking|bookingConfirmation|payment|admin|login|register|logout|b|termsandconditions|refundpolicy|privacypolicy|paymentgateway)(?=[/'"`?])/
  const files = readdirSync('app', { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file))
  const code = (file: string) => readFileSync(`app/${file}`, 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  expect(files.filter((file) => !MAY.test(file) && OURS.test(code(file)))).toEqual([])
  expect(OURS.test(code('links.ts')), 'the check sees an address').toBe(true)
})
