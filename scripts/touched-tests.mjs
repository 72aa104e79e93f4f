import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const TESTS = ['tests/integration', 'tests/contract']
/** Rules are judged by all of their tests in any case. */
const RULES = /^(app|tests)\/domain\//
/** Where code stands. */
const CODE = /^(app|sandbox|scripts|tests|drizzle)\/.*\.(tsx?|mjs|sql)$/
/** A file this many imports away still counts as touched; nearly everything is a few more away. */
const FAR = 2
/** So many files fit into a minute beside the rules. */
const MOST = 12

/**
 * The tests of features that the work tree's change touches, or the last commit when nothing is changed: those that
 * changed themselves, and those that import what changed, the nearest first. `unjudged` are the changed files that none of them, and
 * no test of a rule, comes near.
 */
export function touchedTests() {
  const changed = new Set(changedFiles().filter((file) => CODE.test(file) && !RULES.test(file)))
  const chosen = TESTS.flatMap((folder) => readdirSync(folder).map((name) => path.join(folder, name)))
    .filter((name) => /\.test\.tsx?$/.test(name))
    .map((file) => ({ file, near: nearTo(file, changed) }))
    .filter(({ near }) => near.size)
    .sort((one, other) => Math.min(...one.near.values()) - Math.min(...other.near.values()))
    .slice(0, MOST)
  const judged = new Set(chosen.flatMap(({ near }) => [...near.keys()]))
  return { tests: chosen.map(({ file }) => file), unjudged: [...changed].filter((file) => !judged.has(file)) }
}

function changedFiles() {
  const git = (...args) => spawnSync('git', args, { encoding: 'utf8' }).stdout.split('\n').filter(Boolean)
  const now = [...git('diff', '--name-only', 'HEAD'), ...git('ls-files', '--others', '--exclude-standard')]
  return now.length ? now : git('diff', '--name-only', 'HEAD~1')
}

/** The changed files at most `FAR` imports away from a file, and how many lie between. */
function nearTo(file, changed) {
  const found = new Map()
  let near = [file]
  const seen = new Set(near)
  for (let away = 0; away <= FAR; away++) {
    for (const one of near) if (changed.has(one)) found.set(one, away)
    near = near.flatMap(importsOf).filter((one) => !seen.has(one) && seen.add(one))
  }
  return found
}

function importsOf(file) {
  const text = readFileSync(file, 'utf8')
  const folder = path.dirname(file)
  const named = [...text.matchAll(/(?:from|import\()\s*'([^']+)'/g)].flatMap(([, name]) => fileOf(name, folder))
  const all = [...text.matchAll(/import\.meta\.glob[^(]*\('([^'*]+)\*/g)].flatMap(([, begin]) =>
    filesIn(path.join(folder, begin)),
  )
  return [...named, ...all]
}

const filesIn = (folder) =>
  readdirSync(folder, { recursive: true })
    .map((name) => path.join(folder, name))
    .filter((name) => /\.tsx?$/.test(name))

function fileOf(name, folder) {
  const base = name.startsWith('~/')
    ? path.join('app', name.slice(2))
    : name.startsWith('~sandbox/')
      ? path.join('sandbox', name.slice('~sandbox/'.length))
      : name.startsWith('.')
        ? path.join(folder, name)
        : undefined
  if (!base) return []
  return [base, `${base}.ts`, `${base}.tsx`, `${base}/index.ts`].filter((one) => /\.tsx?$/.test(one) && existsSync(one))
}
