import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, devNull, loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { findChromium } from '../scripts/debian.mjs'
import { buildProduct, freePort, installDependencies } from '../scripts/processes.mjs'
import { startSandbox } from '../scripts/sandbox.mjs'
import { payForIt, walkToPayment } from './walk.mjs'

/**
 * `npm run bench:lighthouse`: Lighthouse's mobile preset on every public page, every step and a booking's own page of the built
 * product in Debian's Chromium, each time cold, as a first visitor, and once more warm, with the files of the visit before.
 * The table goes to the console and to bench/lighthouse.md; the run fails when a figure is below 95. `LIGHTHOUSE_TURNS`,
 * `LIGHTHOUSE_PAGES` and `LIGHTHOUSE_VISITS` (names, with commas) make a shorter run, which writes no file unless
 * `LIGHTHOUSE_FILE` names one; `LIGHTHOUSE_JSON` names a folder for Lighthouse's whole reports.
 */
const GOAL = 95
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo']
const PAGES = {
  home: '/',
  about: '/about',
  gallery: '/gallery',
  testimonials: '/testimonials',
  contact: '/contact',
  find: '/find',
  'find an evening': '/find-an-evening',
  terms: '/termsandconditions',
  locations: '/booking/locations',
  screens: '/booking/screens',
  slots: '/booking/slots',
  details: '/booking/customerDetails',
  packages: '/booking/otherdetails/packages',
  occasions: '/booking/otherdetails/occasions',
  addons: '/booking/otherdetails/addons',
  cakes: '/booking/otherdetails/cakes',
  gifts: '/booking/otherdetails/gifts',
  payment: '/booking/payment',
}
const CHOSEN = process.env.LIGHTHOUSE_PAGES?.split(',')
const VISITS = process.env.LIGHTHOUSE_VISITS?.split(',') ?? ['cold', 'warm']
/** What search engines are kept from is not judged by what they find. */
const isHidden = (address) => /^\/(b|booking)\//.test(address) && address !== '/booking/locations'
/** What Lighthouse pretends to be. */
const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75 }
const TURNS = Number(process.env.LIGHTHOUSE_TURNS ?? 3)
const MINUTE = 60_000

installDependencies()
await buildProduct()
const executable = findChromium()
if (!executable) throw new Error('There is no Chromium here (Debian: apt-get install chromium).')
const folder = mkdtempSync(path.join(tmpdir(), 'lumiere-lighthouse-'))
const children = []
try {
  const sandbox = await startSandbox({ port: 0, host: '127.0.0.1', dataDir: folder, databaseUrl: undefined })
  children.push({ stop: sandbox.stop })
  const port = await freePort('127.0.0.1')
  const flags = ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-background-networking']
  const profile = `--user-data-dir=${path.join(folder, 'chromium')}`
  const browserProcess = spawn(executable, [...flags, profile, `--remote-debugging-port=${port}`, 'about:blank'], {
    stdio: 'ignore',
    detached: true,
  })
  // Debian's program is a script that starts the browser: both are ended, as the group that they are
  children.push({ stop: () => endGroup(browserProcess) })
  const browser = await connect(`http://127.0.0.1:${port}`)
  const [context] = browser.contexts()
  const page = context.pages()[0] ?? (await context.newPage())
  page.setDefaultTimeout(2 * MINUTE)
  await walkToPayment(page, sandbox.appUrl)
  const booked = new URL(await payForIt(page), sandbox.appUrl).pathname
  await walkToPayment(page, sandbox.appUrl)
  await page.goto('about:blank')
  const pages = Object.entries({ ...PAGES, 'own booking': booked }).filter(([name]) => !CHOSEN || CHOSEN.includes(name))
  await warmUp(browser, sandbox.appUrl, pages)
  // only lets go of it: one who watches every page would be measured with it
  await browser.close()
  const rows = []
  for (const [name, address] of pages) {
    for (const visit of VISITS) rows.push(await middleOf({ name, address, visit }, sandbox.appUrl, port))
  }
  report(rows)
} finally {
  for (const child of children.reverse()) await child.stop()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

function endGroup(child) {
  const ended = new Promise((resolve) => child.once('exit', resolve))
  process.kill(-child.pid, 'SIGKILL')
  return ended
}

async function connect(address) {
  for (let tries = 0; tries < 100; tries++) {
    const browser = await chromium.connectOverCDP(address).catch(() => undefined)
    if (browser) return browser
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error('Chromium did not start.')
}

/** Looks at every page once as the phone does, and waits until its pictures are made in the smaller format too. */
async function warmUp(browser, appUrl, pages) {
  const context = await browser.newContext(PHONE)
  await context.addCookies(await browser.contexts()[0].cookies())
  const page = await context.newPage()
  const pictures = new Set()
  page.on('request', (request) => request.url().includes('/media/w') && pictures.add(request.url()))
  for (const [, address] of pages) {
    await page.goto(appUrl + address, { waitUntil: 'networkidle' })
    await page.evaluate(async () => {
      for (let at = 0; at < document.body.scrollHeight; at += 400) {
        window.scrollTo(0, at)
        await new Promise((resolve) => setTimeout(resolve, 60))
      }
    })
    await page.waitForLoadState('networkidle')
  }
  await context.close()
  const ready = async (url) => {
    const { headers } = await fetch(url, { headers: { Accept: 'image/avif' } })
    return headers.get('content-type') === 'image/avif'
  }
  const patience = Date.now() + 5 * MINUTE
  for (const url of pictures) {
    while (!(await ready(url)) && Date.now() < patience) await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

/** The run in the middle of three, by performance: one alone says more about the machine's mood than about the page. */
async function middleOf(what, appUrl, port) {
  const runs = []
  for (let turn = 0; turn < TURNS; turn++) runs.push(await measure(what, appUrl, port))
  return runs.sort((one, other) => one.scores[0] - other.scores[0])[Math.floor(TURNS / 2)]
}

async function measure({ name, address, visit }, appUrl, port) {
  const load = loadavg()[0]
  // what is kept of a page is emptied before a cold visit; cookies, and so the booking under way, stay
  const options = { port, output: 'json', logLevel: 'error', disableStorageReset: visit === 'warm' }
  const { lhr } = await lighthouse(appUrl + address, { ...options, onlyCategories: CATEGORIES })
  if (process.env.LIGHTHOUSE_JSON)
    writeFileSync(path.join(process.env.LIGHTHOUSE_JSON, `${name} ${visit}.json`), JSON.stringify(lhr))
  if (new URL(lhr.finalDisplayedUrl).pathname !== address)
    throw new Error(`${name} led on to ${lhr.finalDisplayedUrl}.`)
  const scores = CATEGORIES.map((category) =>
    category === 'seo' && isHidden(address) ? '–' : Math.round((lhr.categories[category]?.score ?? 0) * 100),
  )
  const timings = ['largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift'].map(
    (audit) => lhr.audits[audit]?.displayValue ?? '?',
  )
  const sent = lhr.audits['network-requests']?.details?.items ?? []
  const bytes = sent.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0)
  const brought = [`${Math.round(bytes / 1024)} KB`, sent.length]
  console.log(name, visit, scores.join(' '), timings.join(' '), brought.join(' '))
  return {
    name,
    visit,
    scores,
    timings,
    brought,
    load,
    version: lhr.lighthouseVersion,
    chromium: lhr.environment.hostUserAgent,
  }
}

function report(rows) {
  const [first] = rows
  const chromiumVersion = /Chrome\/([\d.]+)/.exec(first.chromium)?.[1]
  const line = (cells) => `| ${cells.join(' | ')} |`
  const table = [
    line([
      'page',
      'visit',
      ...CATEGORIES,
      'LCP',
      'blocking',
      'layout shift',
      'brought',
      'files',
      'load of the machine',
    ]),
    line(Array(12).fill('---')),
    ...rows.map(({ name, visit, scores, timings, brought, load }) =>
      line([name, visit, ...scores, ...timings, ...brought, load.toFixed(1)]),
    ),
  ].join('\n')
  console.log(`\n${table}`)
  const whole = !CHOSEN && !process.env.LIGHTHOUSE_VISITS && TURNS > 1
  writeFileSync(
    whole || process.env.LIGHTHOUSE_FILE ? (process.env.LIGHTHOUSE_FILE ?? 'bench/lighthouse.md') : devNull,
    `# Lighthouse

Mobile preset (a slow phone on slow 4G, simulated), Lighthouse ${first.version}, Chromium ${chromiumVersion}, ${new Date().toISOString().slice(0, 10)}, \`npm run bench:lighthouse\`.
The middle one of ${TURNS} ${TURNS === 1 ? 'run' : 'runs'}; the goal is ${GOAL} in every category. Cold is a first visitor, who has no file of ours; warm has been on the page before.
What search engines are kept from has no figure for them.

${table}

The machine has ${cpus().length} processors. Where its load is above that, other work ran beside the measurement, which lowers
the figure for performance and no other.
`,
  )
  const below = rows.filter(({ scores }) => scores.some((score) => Number(score) < GOAL))
  if (below.length) {
    console.log(`Below ${GOAL}: ${below.map(({ name, visit }) => `${name} (${visit})`).join(', ')}`)
    process.exitCode = 1
  }
}
