import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { TREE } from './instrument.mjs'

/** A process that grew beyond this is ended and begun anew: each test file that it reads again stays in it. */
const MOST_MEGABYTES = 2_500

/** A process that tries mutants (`judge.mjs`), started when first asked and again after it had to be ended. */
export class Judge {
  #child
  #server
  /** Resolves with the response by which the next order is given. */
  #turn
  #ready

  /**
   * @param {{ file: string, tests?: string[], mutant?: string, reach?: boolean }} order
   * @param {number} seconds of this process's own running: while both are stopped, none pass
   * @returns what was said, or nothing from a judge that hung or ended itself; the next one asked is a new one
   */
  async ask(order, seconds) {
    const within = (turn) => orNothing(turn, seconds)
    if (!this.#child) await this.#start()
    const turn = await within(this.#ready)
    if (!turn) throw new Error('The judge did not start.')
    this.#ready = this.#nextTurn()
    turn.response.end(JSON.stringify(order))
    const answer = await within(this.#ready)
    if (!answer || answer.said.megabytes > MOST_MEGABYTES) await this.end()
    return answer?.said
  }

  async end() {
    this.#child?.kill('SIGKILL')
    this.#server?.close()
    this.#server?.closeAllConnections()
    this.#child = this.#server = undefined
  }

  async #start() {
    this.#server = createServer(async (request, response) => {
      this.#turn({ said: JSON.parse(await text(request)), response })
    })
    await new Promise((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    this.#ready = this.#nextTurn()
    const { TEST_POSTGRES_URL: _onlyEmbedded, ...environment } = process.env
    this.#child = spawn(process.execPath, ['tests/mutants/judge.mjs'], {
      cwd: TREE,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...environment, TZ: 'America/New_York', ORDERS: `http://127.0.0.1:${this.#server.address().port}` },
    })
    // one that ended by itself gives no more answers
    const child = this.#child
    child.once('exit', () => child === this.#child && this.#turn())
  }

  #nextTurn() {
    return new Promise((resolve) => {
      this.#turn = resolve
    })
  }
}

/** What is promised, or nothing when it did not come in that many seconds in which this process ran. */
function orNothing(promise, seconds) {
  return new Promise((resolve, reject) => {
    let left = seconds
    const timer = setInterval(() => {
      left -= 1
      if (left <= 0) done()
    }, 1000)
    const done = (value) => {
      clearInterval(timer)
      resolve(value)
    }
    promise.then(done, reject)
  })
}
