import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

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

/** A runner that left no report, or ended badly although no test failed, is itself one failure. */
const withExit = (tally, ok) => (ok || tally.failed > 0 ? tally : { ...tally, failed: 1 })

/**
 * What Vitest's JSON report says, with the names of what failed. A file that could not be loaded holds no tests and
 * counts as one failure.
 */
export function vitestTally(file, ok) {
  if (!existsSync(file)) return { passed: 0, failed: 1, names: [] }
  const report = JSON.parse(readFileSync(file, 'utf8'))
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.length,
  )
  const tests = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => `${path.basename(name)}: ${fullName}\n${failureMessages.join('\n')}`),
  )
  const names = [...broken.map(({ name, message }) => `${path.basename(name)}: ${message}`), ...tests]
  return withExit({ passed: report.numPassedTests, failed: report.numFailedTests + broken.length, names }, ok)
}

/** What Playwright's JSON report says; a test that passed on its second try has passed. It tells its failures itself. */
export function playwrightTally(file, ok) {
  if (!existsSync(file)) return { passed: 0, failed: 1, names: [] }
  const { stats } = JSON.parse(readFileSync(file, 'utf8'))
  return withExit({ passed: stats.expected + stats.flaky, failed: stats.unexpected, names: [] }, ok)
}
