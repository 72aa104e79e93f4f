import puppeteer, { type Frame } from 'puppeteer-core'
import { type Driver, WINDOW } from './driver'

/** Debian's Firefox, driven by WebDriver BiDi. */
export async function openFirefox(executablePath: string): Promise<Driver> {
  const browser = await puppeteer.launch({
    ...{ browser: 'firefox', executablePath, headless: true, defaultViewport: WINDOW },
    extraPrefsFirefox: { 'ui.prefersReducedMotion': 1 },
  })
  const page = await browser.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(String(error)))
  return {
    ...ofFrame(page.mainFrame(), faults),
    goto: async (url) => {
      await page.goto(url)
    },
    close: () => browser.close(),
  }
}

function ofFrame(frame: Frame, faults: string[]): Driver {
  return {
    faults,
    goto: () => Promise.reject(new Error('A frame is not led elsewhere.')),
    run: (work, ...args) => frame.evaluate(work as (...args: unknown[]) => never, ...args),
    click: (selector) => frame.click(selector),
    type: (selector, text) => frame.type(selector, text),
    async inFrame(selector, work) {
      const handle = await frame.waitForSelector(selector)
      const inside = await handle?.contentFrame()
      if (!inside) throw new Error(`There is no frame ${selector}.`)
      return work(ofFrame(inside, faults))
    },
    close: async () => {},
  }
}
