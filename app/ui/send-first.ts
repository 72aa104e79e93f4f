let first: Promise<void> = Promise.resolve()

/** What was sent in this window before the forms that are sent now, and is to be answered before them. It never fails. */
export const sentFirst = (): Promise<void> => first

/** Sends something after all that was sent so, and before every form that is sent from now on. Ends when it is answered. */
export function sendFirst(send: () => Promise<void>): Promise<void> {
  first = first.then(send).catch(() => {})
  return first
}
