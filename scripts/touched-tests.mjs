import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const TESTS = 'tests/integration'
/** A file this many imports away still counts as touched; nearly everything is a few more away. */
const FAR = 2
/** So many files fit into a minute beside the rules. */
const MOST = 12

/**
 * The tests of features that the work tree's change touches, or the last commit when nothing is changed: those that
 * changed themselves, and those that import what changed, the nearest first.
 */
export function touchedTests() {
  const changed = new Set(changedFiles())
  const tests = readdirSync(TESTS)
    .filter((name) => /\.test\.tsx?$/.test(name))
    .map((name) => path.join(TESTS, name))
  return tests
    .map((file) => ({ file, away: distance(file, changed) }))
    .filter(({ away }) => away <= FAR)
    .sort((one, other) => one.away - other.away)
    .slice(0, MOST)
    .map(({ file }) => file)
}

function changedFiles() {
  const git = (...args) => spawnSync('git', args, { encoding: 'utf8' }).stdout.split('\n').filter(Boolean)
  const now = [...git('diff', '--name-only', 'HEAD'), ...git('ls-files', '--others', '--exclude-standard')]
  return now.length ? now : git('diff', '--name-only', 'HEAD~1')
}

/** How many imports lie between a file and the nearest changed one; Infinity beyond `FAR`. */
function distance(file, changed) {
  let near = [file]
  const seen = new Set(near)
  for (let away = 0; away <= FAR; away++) {
    if (near.some((one) => changed.has(one))) return away
    near = near.flatMap(importsOf).filter((one) => !seen.has(one) && seen.add(one))
  }
  return Number.POSITIVE_INFINITY
}

function importsOf(file) {
  const text = readFileSync(file, 'utf8')
  return [...text.matchAll(/(?:from|import\()\s*'([^']+)'/g)].flatMap(([, name]) => fileOf(name, path.dirname(file)))
}

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
