import type { PGlite } from '@electric-sql/pglite'

/** What a server says that ends because it crashed: to others it is away. */
const CRASHED = '57P02'
/** How long whoever asked meanwhile may take to be told so, in milliseconds. */
const TELLING_MS = 1_000

/**
 * An embedded database that aborted, for one because its disk was full in the worst moment, answers nothing ever after, and some of it
 * wrongly: nothing more is asked of it, and the program ends, so that whatever watches over it starts both again. What was committed is there
 * then. Answers whether it came to that: such a one is not closed either, which would take for ever.
 */
export function endProgramWithDatabase(client: PGlite): () => boolean {
  const run = client.execProtocolStream.bind(client)
  let ended: Error | undefined
  client.execProtocolStream = async (...message) => {
    if (ended) throw ended
    try {
      return await run(...message)
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError)) throw error
      const end = Object.assign(new Error('The embedded database came to its end.', { cause: error }), {
        code: CRASHED,
      })
      ended = end
      setTimeout(() => {
        throw end
      }, TELLING_MS)
      throw end
    }
  }
  return () => ended !== undefined
}
