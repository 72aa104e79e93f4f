/** What a story needs of a browser, whichever it is and however it is driven. */
export interface Driver {
  goto(url: string): Promise<void>
  /** Runs a function in the page; it may use nothing but its arguments, and both are sent as text. */
  run<Answer>(work: (...args: never[]) => Answer, ...args: unknown[]): Promise<Answer>
  /** Presses what this selector finds, as a pointer does. */
  click(selector: string): Promise<void>
  /** Types as a keyboard does, into what this selector finds. */
  type(selector: string, text: string): Promise<void>
  /** The same inside the frame that this selector finds. */
  inFrame<Answer>(selector: string, work: (inside: Driver) => Promise<Answer>): Promise<Answer>
  /** What scripts of the page threw, where the browser tells. */
  faults: string[]
  close(): Promise<void>
}

/** A phone's window. */
export const WINDOW = { width: 390, height: 844 }
