import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * What a runner reports: how many tests passed and failed, which failed, which needed a second try, how long each took.
 *
 * @typedef {{ file: string, name: string, seconds: number, alone: string, message?: string }} Test
 * @typedef {{ passed: number, failed: number, failures: Test[], secondTries: Test[], tests: Test[] }} Tally
 */

/** Prints `N passed, N failed` as the last line and sets the exit code. */
export function printSum({ passed, failed }) {
  console.log(`\n${passed} passed, ${failed} failed`)
  process.exitCode = failed ? 1 : 0
}

/** Adds up several tallies. */
export const sumOf = (tallies) =>
  tallies.reduce((sum, one) => ({ passed: sum.passed + one.passed, failed: sum.failed + one.failed }), {
    passed: 0,
    failed: 0,
  })

/** A runner that left no report, found nothing to run, or ended badly although no test failed, is itself one failure. */
function tallyOf(ok, passed, failures, secondTries, tests) {
  return { passed, failed: failures.length || (ok && passed ? 0 : 1), failures, secondTries, tests }
}

/**
 * What an error says, and each that it was caused by.
 *
 * @param {{ message?: string, stack?: string, cause?: any } | string} error
 * @returns {string}
 */
export function wordsOf(error) {
  if (typeof error === 'string') return error
  const { stack, message, cause } = error
  return (stack || message) + (cause ? `\nCaused by: ${wordsOf(cause)}` : '')
}

const quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`
/** A name as both runners take it: they read a pattern. */
const named = (name) => quoted(name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))

/** What Vitest's JSON report says. A file that could not be loaded, or whose hooks failed, counts as one failure beside its tests. */
export function vitestTally(report, ok) {
  if (!existsSync(report)) return tallyOf(false, 0, [], [], [])
  const { testResults, numPassedTests } = JSON.parse(readFileSync(report, 'utf8'))
  const tests = []
  const failures = []
  for (const { name, status, message, assertionResults } of testResults) {
    const file = path.relative('.', name)
    for (const { fullName, status: outcome, duration = 0, failureMessages } of assertionResults) {
      const alone = `npm test -- ${file} -t ${named(fullName)}`
      const test = { file, name: fullName, seconds: duration / 1000, alone, message: failureMessages.join('\n') }
      tests.push(test)
      if (outcome === 'failed') failures.push(test)
    }
    if (message || (status === 'failed' && !assertionResults.some((one) => one.status === 'failed')))
      failures.push({ file, name: 'the file itself', seconds: 0, alone: `npm test -- ${file}`, message })
  }
  return tallyOf(ok, numPassedTests, failures, [], tests)
}

/** What Playwright's JSON report says; a test that passed on its second try has passed, and is named. */
export function playwrightTally(report, ok) {
  if (!existsSync(report)) return tallyOf(false, 0, [], [], [])
  const { suites, config, errors } = JSON.parse(readFileSync(report, 'utf8'))
  // a story is declared by `withAndWithoutJs`: where it is told is known by its suite only
  const told = suites.flatMap((suite) =>
    specsIn(suite).flatMap(({ title, tests }) => tests.map((test) => ({ told: suite.file, title, test }))),
  )
  const tests = told.map(({ told, title, test: { projectName, status, results } }) => {
    const file = path.relative('.', path.join(config.rootDir, told))
    return {
      file,
      name: `${title} [${projectName}]`,
      seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
      alone: `npm test -- ${file} -g ${named(title)} --project=${projectName}`,
      message: results
        .flatMap((result) => result.errors.map(({ message, cause }) => wordsOf({ message, cause })))
        .join('\n'),
      status,
    }
  })
  const of = (status) => tests.filter((test) => test.status === status)
  const outside = errors.map(({ message }) => ({
    file: 'playwright.config.ts',
    name: 'outside the stories',
    seconds: 0,
    alone: 'npm test',
    message,
  }))
  return tallyOf(ok, of('expected').length + of('flaky').length, [...of('unexpected'), ...outside], of('flaky'), tests)
}

const specsIn = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsIn)]

/** The `most` tests, or files with all their tests, that took longest: `[name, seconds]`. */
export function slowest(tests, most) {
  const files = new Map()
  for (const { file, seconds } of tests) files.set(file, (files.get(file) ?? 0) + seconds)
  const longest = (pairs) => pairs.sort(([, one], [, other]) => other - one).slice(0, most)
  return {
    files: longest([...files]),
    tests: longest(tests.map(({ file, name, seconds }) => [`${path.basename(file)}: ${name}`, seconds])),
  }
}
