import { JsonReporter } from 'vitest/reporters'
import { wordsOf } from './tally.mjs'

/** Vitest's JSON report, with what each error was caused by: of a failed query, or a property, that is all there is to know. */
export default class VitestReport extends JsonReporter {
  constructor() {
    super({})
  }

  onFinished(files = this.ctx.state.getFiles(), ...others) {
    for (const error of files.flatMap(errorsIn)) error.stack = error.message = wordsOf(error)
    return super.onFinished(files, ...others)
  }
}

const errorsIn = ({ result, tasks = [] }) => [...(result?.errors ?? []), ...tasks.flatMap(errorsIn)]
