import type { RunnerTestFile as File, RunnerTestSuite as Suite, RunnerTestCase as Test } from 'vitest'
import { startTests } from 'vitest/internal/browser'
import { VitestTestRunner } from 'vitest/runners'

/** What Stryker's switches look at: the mutant that is on, and what was reached by which test. */
interface Switches {
  activeMutant?: string
  currentTestId?: string
  mutantCoverage: { static: object; perTest: Record<string, object> }
}

/** Runs these tests of a file (without names all of them) up to the first that fails. */
interface Order {
  file?: string
  tests?: string[]
  mutant?: string
  reach?: boolean
}

/** What Vitest keeps to itself of its runner. */
interface Inside {
  workerState: { filepath: string; moduleCache: Map<string, unknown> }
  __vitest_executor: unknown
}

// instrumented modules keep hold of these very objects
const reachedNow = { static: {}, perTest: {} as Record<string, object> }
const switches: Switches = { mutantCoverage: reachedNow }
Object.assign(globalThis, { __stryker__: switches })
const ask = globalThis.fetch

/** Vitest's own runner, which after its first, empty file takes orders instead of ending. */
export default class JudgeRunner extends VitestTestRunner {
  override async onAfterRunFiles() {
    super.onAfterRunFiles()
    for (let said: unknown = { ready: true }; ; ) {
      const response = await ask(process.env.ORDERS ?? '', { method: 'POST', body: JSON.stringify(said) })
      const order = (await response.json()) as Order
      if (!order.file) return
      said = await this.obey(order.file, order)
    }
  }

  private async obey(file: string, { tests, mutant, reach = false }: Order) {
    const path = `${process.cwd()}/${file}`
    switches.activeMutant = mutant
    Object.assign(reachedNow, { static: {}, perTest: {} })
    const { workerState, __vitest_executor: value } = this as unknown as Inside
    workerState.moduleCache.delete(path)
    workerState.filepath = path
    const runner = new OneFile({ ...this.config, testNamePattern: tests && exactly(tests) }, reach)
    Object.defineProperty(runner, '__vitest_executor', { value })
    const [ran] = await startTests([path], runner)
    switches.activeMutant = undefined
    return ran && { ...tellOf(ran, reach), megabytes: process.memoryUsage().rss / 1_000_000 }
  }
}

class OneFile extends VitestTestRunner {
  constructor(
    config: VitestTestRunner['config'],
    private readonly reach: boolean,
  ) {
    super(config)
  }

  override async onBeforeRunTask(test: Test) {
    await super.onBeforeRunTask(test)
    switches.currentTestId = this.reach ? test.id : undefined
  }

  override onAfterRunTask(test: Test) {
    super.onAfterRunTask(test)
    switches.currentTestId = undefined
    if (!this.reach && test.result?.state === 'fail') this.cancel('test-failure')
  }
}

/** A pattern for the full names of tests: suites and name with a space between. */
function exactly(names: string[]): RegExp {
  return new RegExp(`^(?:${names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})$`)
}

function tellOf(file: File, reach: boolean) {
  const tasks = everythingIn(file)
  const failed = tasks.find(
    ({ result, type }) => result?.state === 'fail' && (type === 'test' || result.errors?.length),
  )
  const error = failed?.result?.errors?.[0]?.message ?? ''
  return {
    failed: failed && { name: nameOf(failed), error: error.slice(0, 600), timedOut: /timed out/i.test(error) },
    tests: tasks
      .filter(({ type, result }) => type === 'test' && result)
      .map((test) => ({
        name: nameOf(test),
        passed: test.result?.state === 'pass',
        reached: reach ? Object.keys(reachedNow.perTest[test.id] ?? {}) : [],
      })),
  }
}

function everythingIn(suite: Suite): (Suite | Test)[] {
  return [suite, ...suite.tasks.flatMap((task) => (task.type === 'suite' ? everythingIn(task) : [task]))]
}

function nameOf(task: Suite | Test): string {
  return task.suite ? `${nameOf(task.suite)} ${task.name}` : task.name
}
