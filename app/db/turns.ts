import { databaseTrouble, StuckInLine } from './trouble.server'

/** This many of one server's connections serve one line: one works, the next already waits at the database's own lock. */
const AT_ONCE = 2
/** How long nobody of a line may get on before the others give up, in milliseconds. */
const STUCK_MS = 3_000

interface Line {
  working: number
  waiting: (() => void)[]
  /** When it began, or somebody's work last came to an end; giving up is none. */
  gotOnAt: number
}

/**
 * Lines in front of the database, one for each name: who must wait for a screen anyway does so here, without a connection
 * that others could use. A long line that gets on is patient; when nobody gets on for 3 seconds all who wait give up.
 */
export function createTurns(): <T>(names: readonly string[], work: () => Promise<T>) => Promise<T> {
  const lines = new Map<string, Line>()

  async function take(name: string): Promise<Line> {
    const line = lines.get(name) ?? { working: 0, waiting: [], gotOnAt: performance.now() }
    lines.set(name, line)
    // whoever leaves hands on the place
    if (line.working >= AT_ONCE) await waitIn(line)
    else line.working += 1
    return line
  }

  function leave(name: string, line: Line): void {
    const next = line.waiting.shift()
    if (next) next()
    else line.working -= 1
    if (!line.working) lines.delete(name)
  }

  return async function inTurn<T>(names: readonly string[], work: () => Promise<T>): Promise<T> {
    const [name, ...others] = names
    if (name === undefined) return work()
    const line = await take(name)
    try {
      const done = await inTurn(others, work)
      line.gotOnAt = performance.now()
      return done
    } catch (error) {
      if (databaseTrouble(error) !== 'busy') line.gotOnAt = performance.now()
      throw error
    } finally {
      leave(name, line)
    }
  }
}

function waitIn(line: Line): Promise<void> {
  return new Promise((resolve, reject) => {
    const begin = () => {
      clearTimeout(timer)
      resolve()
    }
    const look = () => {
      // whole milliseconds: a timer for less would find the same moment again
      const left = Math.ceil(line.gotOnAt + STUCK_MS - performance.now())
      if (left > 0) {
        timer = setTimeout(look, left)
        return
      }
      line.waiting.splice(line.waiting.indexOf(begin), 1)
      reject(new StuckInLine('Nobody got on in this line.'))
    }
    let timer = setTimeout(look, STUCK_MS)
    line.waiting.push(begin)
  })
}
