import { gzipSync } from 'node:zlib'
import { links } from '../../app/links'
import { filesOf, manifestOf, readManifest } from '../support/browser-manifest'
import { fetchAnew } from '../support/fetch-anew'
import { productUrl } from '../support/product'
import { SITE_PAGES } from '../support/site-pages'
import { expect, test } from '../support/story'

const KILOBYTE = 1024
const MOST_SCRIPT = 110 * KILOBYTE
const MOST_FILES = 25
/** Every page of the public site, of the flow and of a customer's booking stands in one of these. */
const SITE_LAYOUT = /^routes\/(site|booking)\/layout$/

const read = async (path: string) => {
  const answer = await fetchAnew(`${productUrl()}${path}`)
  return { status: answer.status, text: await answer.text() }
}

const marked = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].map(([, found]) => found ?? '')

test('every page has a title, a description and an address of its own, and a picture for sharing', async () => {
  const seen = { titles: new Set<string>(), descriptions: new Set<string>() }
  for (const { path } of SITE_PAGES) {
    const { text } = await read(path)
    const [title = ''] = marked(text, /<title>([^<]+)<\/title>/g)
    const [description = ''] = marked(text, /<meta name="description" content="([^"]+)"/g)
    expect(description.length, path).toBeGreaterThan(50)
    expect(description.length, path).toBeLessThanOrEqual(160)
    expect(marked(text, /<link rel="canonical" href="([^"]+)"/g)).toEqual([`${productUrl()}${path}`])
    expect(marked(text, /<meta property="og:title" content="([^"]+)"/g)).toEqual([title])
    const [picture = ''] = marked(text, /<meta property="og:image" content="([^"]+)"/g)
    expect((await fetchAnew(picture)).status).toBe(200)
    seen.titles.add(title)
    seen.descriptions.add(description)
  }
  expect(seen.titles.size).toBe(SITE_PAGES.length)
  expect(seen.descriptions.size).toBe(SITE_PAGES.length)
})

test('search engines find the pages, the business and the questions; phones find the icons', async () => {
  const sitemap = marked((await read(links.sitemap())).text, /<loc>([^<]+)<\/loc>/g)
  expect(sitemap.sort()).toEqual(SITE_PAGES.map(({ path }) => `${productUrl()}${path}`).sort())
  const robots = (await read('/robots.txt')).text
  expect(robots).toContain(`Sitemap: ${productUrl()}/sitemap.xml`)
  for (const closed of ['/admin', '/b/', '/booking/payment']) expect(robots).toContain(`Disallow: ${closed}\n`)
  const factsOf = async (path: string) => {
    const [json = ''] = marked((await read(path)).text, /<script type="application\/ld\+json">(.+?)<\/script>/gs)
    return JSON.parse(json)
  }
  expect(await factsOf(links.home())).toMatchObject({ '@type': ['LocalBusiness', 'MovieTheater'], url: productUrl() })
  const questions = await factsOf(links.about())
  expect(questions['@type']).toBe('FAQPage')
  expect(questions.mainEntity).toHaveLength(
    (await read(links.about())).text.split('<details name="questions"').length - 1,
  )
  const manifest = JSON.parse((await read(links.manifest())).text)
  for (const { src } of manifest.icons) expect((await read(src)).status, src).toBe(200)
})

test('no page of the site and no step ships more than 110 KB of gzipped JavaScript', async () => {
  const about = manifestOf((await read(links.about())).text)
  const manifestText = (await read(about)).text
  const manifest = readManifest(manifestText)
  const weights = new Map<string, Promise<number>>()
  const weigh = async (file: string) => gzipSync((await read(file)).text).byteLength
  const pages = Object.keys(manifest.routes).filter((id) => manifest.routes[id]?.parentId?.match(SITE_LAYOUT))
  expect(pages).toEqual(expect.arrayContaining(['routes/site/home', 'booking-cakes', 'routes/customer/booking']))
  for (const id of pages) {
    const files = [about, ...filesOf(manifest, id)]
    for (const file of files) if (!weights.has(file)) weights.set(file, weigh(file))
    const each = await Promise.all(files.map((file) => weights.get(file) ?? 0))
    const bytes = each.reduce((sum, one) => sum + one, 0)
    expect(bytes, `${id}: ${files.length} files`).toBeGreaterThan(50 * KILOBYTE)
    expect(bytes, `${id}: ${files.length} files`).toBeLessThanOrEqual(MOST_SCRIPT)
    expect(files.length, id).toBeLessThanOrEqual(MOST_FILES)
  }
  // what the test counts is what a page names
  const { text } = await read(links.home())
  const named = marked(text, /(?:href|from|import)[ =(]*"(\/assets\/[^"]+\.js)"/g)
  expect(new Set(named)).toEqual(new Set([about, ...filesOf(manifest, 'routes/site/home')]))
})
