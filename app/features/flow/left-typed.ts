import { DAY_MS } from '~/domain/durations'
import { PATIENCE_MS, sendFirst } from '~/ui/send-first'

/** Where the browser keeps what was typed into a step and not kept by us when it was left. */
const LEFT = 'leftTyped'

/** As long as the draft itself lives. */
const LEFT_MS = DAY_MS

interface Left {
  /** The step's path. */
  place: string
  fields: [string, string][]
  at: number
}

/** Puts aside what was typed into the step at this path: the browser has it though the page is closed at once. */
export function putAside(place: string, fields: [string, string][]): void {
  const left: Left = { place, fields, at: Date.now() }
  store(JSON.stringify(left))
}

/** What was put aside of this step, by the names of its fields; undefined when there is nothing. */
export function takeBack(place: string): Map<string, string> | undefined {
  const left = read()
  if (left?.place !== place) return undefined
  store(null)
  return new Map(left.fields)
}

/**
 * Hands in what was put aside of another step. Every form of this window goes out after its answer, so that it can change
 * nothing that is chosen later; of a page that is closed meanwhile the next one hands it in. Undefined when there is nothing.
 */
export function handIn(): Promise<void> | undefined {
  const left = read()
  if (!left) return undefined
  return sendFirst(async () => {
    const body = new URLSearchParams(left.fields)
    // of a step that does not answer what was typed is sent by the next one; older Safaris lack `AbortSignal.timeout`
    const patience = new AbortController()
    const timer = setTimeout(() => patience.abort(), PATIENCE_MS)
    const sent = fetch(`${left.place}.data`, { method: 'POST', body, signal: patience.signal })
    const { status } = await sent.finally(() => clearTimeout(timer))
    // more may have been put aside meanwhile
    if (status < 500 && left.at === read()?.at) store(null)
  })
}

/** The same for a browser that keeps nothing: as long as the window is there. */
let here: string | null = null

function read(): Left | undefined {
  try {
    const left: Left = JSON.parse(here ?? localStorage.getItem(LEFT) ?? '')
    if (Date.now() - left.at < LEFT_MS) return left
    store(null)
  } catch {
    // nothing is there
  }
  return undefined
}

function store(text: string | null): void {
  here = text
  try {
    if (text) localStorage.setItem(LEFT, text)
    else localStorage.removeItem(LEFT)
  } catch {
    // private windows may refuse: then what was typed in the last moment is lost with the page
  }
}
