import { expect, test } from 'vitest'
import { imagesField, webLink } from '~/platform/form-fields.server'

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
