let first: Promise<void> = Promise.resolve()

/** Nobody waits longer than this for the answer to what was sent before. */
export const PATIENCE_MS = 10_000

/** What was sent in this window before the forms that are sent now, and is to be answered before them. It never fails. */
export const sentFirst = (): Promise<void> => first

/**
 * Sends something after all that was sent so, and before every form that is sent from now on. Ends when it is answered, and never
 * fails; the forms wait for it no longer than for each other.
 */
export function sendFirst(send: () => Promise<void>): Promise<void> {
  return sendInTurn(send).catch(nothing)
}

/**
 * Sends something after all that was sent before; what is sent from now on waits for its answer, for a while. The answers to a customer's
 * steps each bring the whole draft: of two that are under way at once the later one would undo what the other chose.
 */
export function sendInTurn<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  const sent = first.then(send)
  const late = new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MS))
  first = Promise.race([sent.then(nothing, nothing), late])
  return sent
}

const nothing = () => {}
