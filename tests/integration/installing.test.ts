import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { SOURCES } from '../../scripts/processes.mjs'

const PATIENCE_MS = 300_000
const PATCH = 'patches/@scope+mended+1.0.0.patch'
const PACKAGE = 'node_modules/@scope/mended'
const MANIFEST = JSON.stringify({
  name: 'nothing',
  version: '1.0.0',
  dependencies: { '@scope/mended': 'file:mended.tgz' },
})
const AS_PUBLISHED = 'as published'

const run = promisify(execFile)

let folder: string
const at = (file: string) => path.join(folder, file)

/** A project with one patch and the package that it mends. */
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lumiere-install-'))
  for (const made of ['patches', 'app', 'build/server', 'package']) await mkdir(at(made), { recursive: true })
  await writeFile(at('package/package.json'), JSON.stringify({ name: '@scope/mended', version: '1.0.0' }))
  await writeFile(at('package/index.js'), AS_PUBLISHED)
  await run('tar', ['-czf', 'mended.tgz', 'package'], { cwd: folder })
  await writeFile(at('package.json'), MANIFEST)
  await writeFile(at('package-lock.json'), '{"lockfileVersion":3,"packages":{}}')
  await writeFile(at(PATCH), 'first')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const SCRIPTS = pathToFileURL(path.resolve('scripts/processes.mjs')).href
const asks = (what: string) =>
  run(
    process.execPath,
    ['--input-type=module', '-e', `import * as scripts from '${SCRIPTS}'; await scripts.${what}()`],
    { cwd: folder },
  )

/** Installs as `npm test` and `npm run demo` do; answers whether the package came anew, as it was published. */
async function bringsAnew(): Promise<boolean> {
  if (existsSync(at(PACKAGE))) await writeFile(at(`${PACKAGE}/index.js`), 'as an older patch left it')
  await asks('installDependencies')
  return (await readFile(at(`${PACKAGE}/index.js`), 'utf8')) === AS_PUBLISHED
}

test(
  'a patch that is new, changed or gone brings its package anew; nothing else does',
  async () => {
    expect(await bringsAnew()).toBe(true)
    expect(await bringsAnew()).toBe(false)
    await writeFile(at(PATCH), 'second')
    expect(await bringsAnew()).toBe(true)
    await rm(at(PATCH))
    expect(await bringsAnew()).toBe(true)
    expect(await bringsAnew()).toBe(false)
  },
  PATIENCE_MS,
)

test(
  'an installation that was broken off does not pass for the one before it',
  async () => {
    await bringsAnew()
    await writeFile(at(PATCH), 'second')
    await writeFile(at('package.json'), 'no manifest')
    await expect(bringsAnew()).rejects.toThrow()
    await writeFile(at(PATCH), 'first')
    await writeFile(at('package.json'), MANIFEST)
    expect(await bringsAnew()).toBe(true)
  },
  PATIENCE_MS,
)

test(
  'what is built of a package is built anew after its patch has changed',
  async () => {
    await bringsAnew()
    await writeFile(at('build/server/index.js'), 'built')
    const later = new Date(Date.now() + PATIENCE_MS)
    await utimes(at('build/server/index.js'), later, later)
    await asks('buildProduct')
    const stamp = await readFile(at('node_modules/.installed'), 'utf8')
    await writeFile(at(PATCH), 'second')
    await bringsAnew()
    expect(await readFile(at('node_modules/.installed'), 'utf8')).not.toBe(stamp)
    const before = new Date(Date.now() - PATIENCE_MS)
    for (const old of ['package-lock.json', 'app']) await utimes(at(old), before, before)
    const built = new Date(Date.now() - PATIENCE_MS / 2)
    await utimes(at('build/server/index.js'), built, built)
    // it tries to, with a builder that is not here
    await expect(asks('buildProduct')).rejects.toThrow(/remix/)
  },
  PATIENCE_MS,
)

/** What the image's build gets besides: for the installation, which has its stamp, and for the running server. */
const NOT_BUILT = ['patches', '.npmrc', 'drizzle']

test('the product is built anew when anything changes that its build reads', async () => {
  const given = [...(await readFile('.dockerignore', 'utf8')).matchAll(/^!(.+)$/gm)].map(([, name = '']) => name)
  expect(given).toContain('vite.config.ts')
  expect(given.filter((name) => !NOT_BUILT.includes(name) && !SOURCES.includes(name))).toEqual([])
})
