import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { bringPackages, onPath } from './debian.mjs'
import { bin, buildProduct, installDependencies, runToEnd } from './processes.mjs'

/**
 * `npm run test:browsers`: the purchase, its refusals and the booking's page in Firefox and in WebKit, once after each change
 * of the flow (docs/verdict.md). What this machine has not and cannot bring is said, and fails the run.
 */
const WEBKIT = 'webkit2gtk-driver'

installDependencies()
await buildProduct()
const found = { firefox: findFirefox(), webkit: findWebKit() }
for (const [name, program] of Object.entries(found))
  if (!program) console.log(`NOT RUN: ${name} (none here, none brought)`)
const env = { ...process.env, BROWSERS: JSON.stringify(found) }
const args = ['run', '--config', 'tests/browsers/vitest.config.ts', '--root', '.', ...process.argv.slice(2)]
runToEnd(bin('vitest'), args, { env })
if (!found.firefox || !found.webkit) process.exitCode = 1

function findFirefox() {
  const here = () => ['firefox-esr', 'firefox'].map(onPath).find(Boolean)
  return here() ?? (bringPackages('firefox-esr') ? here() : undefined)
}

/** WebKitGTK's driver, its small browser, and a display that nobody sees. */
function findWebKit() {
  const here = () => {
    const [driver, display] = ['WebKitWebDriver', 'Xvfb'].map(onPath)
    const browser = miniBrowser()
    return driver && display && browser ? { driver, display, browser } : undefined
  }
  return here() ?? (bringPackages(WEBKIT, 'xvfb') ? here() : undefined)
}

function miniBrowser() {
  const libraries = readdirSync('/usr/lib').flatMap((folder) => {
    const inside = path.join('/usr/lib', folder)
    return folder.endsWith('-linux-gnu') ? readdirSync(inside).map((one) => path.join(inside, one)) : []
  })
  return libraries
    .map((folder) => path.join(folder, 'MiniBrowser'))
    .find((file) => file.includes('webkit2gtk') && existsSync(file))
}
