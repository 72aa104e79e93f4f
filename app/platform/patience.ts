/** So many in a row that nobody answers are enough. */
const MOST_UNANSWERED = 3

/**
 * The patience of a job that asks somebody outside about many things, one after the other: once nobody answered three questions in a
 * row, the rest is not asked, since each may take as long as a whole time limit. Any answer, also a refusal, begins the count anew.
 */
export function patience(words: string) {
  let unanswered = 0
  return {
    /** @throws Error with `words` when it is over; called before each question */
    check(): void {
      if (unanswered >= MOST_UNANSWERED) throw new Error(words)
    },
    /** Says whether somebody answered the question that was just asked. */
    note(answered: boolean): void {
      unanswered = answered ? 0 : unanswered + 1
    },
  }
}
