import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bin } from '../../scripts/processes.mjs'
import { vitestTally, wordsOf } from '../../scripts/tally.mjs'

let folder: string
beforeAll(async () => {
  // inside of the project: a test that is told in it finds Vitest
  await mkdir('test-results', { recursive: true })
  folder = await mkdtemp(path.resolve('test-results/verdict-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('what Vitest reports', () => {
  async function tally(tests: { fullName: string; status: string }[], ok = true) {
    const report = path.join(folder, 'vitest.json')
    const assertionResults = tests.map((one) => ({ ...one, failureMessages: [] }))
    const testResults = [{ name: path.resolve('tests/a.test.ts'), status: 'passed', assertionResults }]
    const numPassedTests = tests.filter(({ status }) => status === 'passed').length
    await writeFile(report, JSON.stringify({ testResults, numPassedTests }))
    return vitestTally(report, ok)
  }

  test('names what failed as it is found alone: its name is read as a pattern', async () => {
    const fullName = "refunds (postgres) of ₹1,499.50 [twice] don’t it's"
    const { failures, failed } = await tally([{ fullName, status: 'failed' }], false)
    expect(failed).toBe(1)
    const [, quoted = ''] = / -t (.*)$/.exec(failures[0]?.alone ?? '') ?? []
    const taken = spawnSync('/bin/sh', ['-c', `printf %s ${quoted}`], { encoding: 'utf8' }).stdout
    expect(fullName).toMatch(new RegExp(taken))
    expect('refunds of ₹1,499.50').not.toMatch(new RegExp(taken))
  })

  test('is a failure when nothing was run, when it ended badly, and when it left no report', async () => {
    expect(await tally([{ fullName: 'a', status: 'passed' }])).toMatchObject({ passed: 1, failed: 0 })
    expect(await tally([{ fullName: 'a', status: 'skipped' }])).toMatchObject({ passed: 0, failed: 1 })
    expect(await tally([{ fullName: 'a', status: 'passed' }], false)).toMatchObject({ passed: 1, failed: 1 })
    expect(vitestTally(path.join(folder, 'none.json'), true)).toMatchObject({ passed: 0, failed: 1 })
  })
})

describe('what an error says', () => {
  test('holds what each was caused by', () => {
    const query = new Error('Failed query', { cause: new Error('duplicate key', { cause: { message: 'code 23505' } }) })
    expect(wordsOf(query)).toMatch(/Failed query[\s\S]*Caused by: Error: duplicate key[\s\S]*Caused by: code 23505/)
    expect(wordsOf(new Error('No answer', { cause: 'ECONNRESET' }))).toMatch(/No answer[\s\S]*\nCaused by: ECONNRESET$/)
  })

  /** What a program of tests failed by, in a run of its own. */
  function failuresOf(tests: string) {
    writeFileSync(path.join(folder, 'vitest.config.mjs'), 'export default {}')
    const report = path.join(folder, 'told.json')
    const imports = "import { afterAll, beforeAll, describe, test } from 'vitest'\n"
    writeFileSync(path.join(folder, 'told.test.ts'), imports + tests)
    const reporter = `--reporter=${path.resolve('scripts/vitest-report.mjs')}`
    const told = spawnSync(bin('vitest'), ['run', '--root', folder, reporter, `--outputFile.json=${report}`])
    expect(told.status).toBe(1)
    return vitestTally(report, false).failures
  }

  test('is what a program’s report of a failed test says', () => {
    expect(failuresOf("test('a', () => { throw new Error('outer', { cause: new Error('inner') }) })")).toMatchObject([
      { name: 'a', message: expect.stringMatching(/outer[\s\S]*Caused by: Error: inner/) },
    ])
  })

  test('is said also of what comes before and after the tests of a suite, at any depth and beside a failed test', () => {
    const told = `describe('outer', () => {
      describe('inner', () => {
        beforeAll(() => { throw new Error('cannot begin', { cause: new Error('no port') }) })
        test('left out', () => {})
      })
      describe('other', () => {
        afterAll(() => { throw new Error('cannot end') })
        test('a', () => { throw new Error('wrong') })
      })
    })`
    expect(failuresOf(told)).toMatchObject([
      { name: 'outer other a', message: expect.stringContaining('wrong') },
      {
        name: 'the file itself',
        message: expect.stringMatching(/cannot begin[\s\S]*Caused by: Error: no port[\s\S]*cannot end/),
      },
    ])
  })
})

describe('the whole verdict', () => {
  /** What a part that says this and ends so adds to it. */
  async function adds(says: string, ends: number) {
    const [, part] = /(^part\(\) \{.*?^\})/ms.exec(await readFile('.ci/run', 'utf8')) ?? []
    const script = `passed=0; failed=0\n${part}\nsays() { printf '${says}'; return ${ends}; }\npart says\necho $passed $failed`
    return spawnSync('/bin/bash', ['-c', script], { encoding: 'utf8' }).stdout.trim().split('\n').at(-1)
  }

  test.each([
    ['3 passed, 0 failed\\n', 0, '3 0'],
    ['3 passed, 2 failed\\n', 1, '3 2'],
    ['3 passed, 0 failed\\n', 1, '3 1'],
    ['it broke off\\n', 1, '0 1'],
    ['all is well\\n', 0, '1 0'],
  ])('of a part that says “%s” and ends with %d is %s', async (says, ends, sum) => {
    expect(await adds(says, ends)).toBe(sum)
  })
})
