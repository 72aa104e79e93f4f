import { JsonReporter } from 'vitest/reporters'
import { wordsOf } from './tally.mjs'

/**
 * Vitest's JSON report, with what each error was caused by: of a failed query, or a property, that is all there is to know. What failed
 * before or after a suite's tests stands at its file, where the report knows only what the file itself failed by.
 */
export default class VitestReport extends JsonReporter {
  constructor() {
    super({})
  }

  onFinished(files = this.ctx.state.getFiles(), ...others) {
    for (const error of files.flatMap(errorsIn)) error.stack = error.message = wordsOf(error)
    for (const { result, tasks } of files) {
      const [first, ...rest] = [...(result?.errors ?? []), ...tasks.flatMap(errorsAround)]
      if (first) result.errors = [{ ...first, message: [first, ...rest].map(({ message }) => message).join('\n') }]
    }
    return super.onFinished(files, ...others)
  }
}

const errorsIn = ({ result, tasks = [] }) => [...(result?.errors ?? []), ...tasks.flatMap(errorsIn)]

/** What failed in the hooks of suites. */
const errorsAround = ({ type, result, tasks = [] }) =>
  type === 'suite' ? [...(result?.errors ?? []), ...tasks.flatMap(errorsAround)] : []
