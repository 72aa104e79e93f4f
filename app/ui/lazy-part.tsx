import { type ComponentType, lazy, Suspense, useState } from 'react'
import { useDrawnByServer } from './use-drawn-by-server'

/** What stands in the place of a part that did not come, where the server had not drawn it. */
function NotCome() {
  return (
    <p role="alert" className="my-3 text-sm text-wrong">
      A part of this page did not come.{' '}
      <button type="button" onClick={() => location.reload()} className="min-h-11 underline underline-offset-4">
        Reload the page
      </button>
    </p>
  )
}

/** How the file of each part is brought, by the part's name. */
const ways = new Map<string, () => Promise<unknown>>()

/** The parts that a page may show, on the server; in a browser those that the server drew into this one. */
const partsHere = () =>
  import.meta.env.SSR
    ? [...ways.keys()]
    : [...document.querySelectorAll<HTMLElement>('[data-part]')].map(({ dataset }) => dataset.part ?? '')

/**
 * Brings the files of parts before a page is drawn, and before React takes it over: whatever is drawn anew while the file of a part
 * is under way has React throw away what the server drew of it (its error 421), and what was typed into it.
 */
export async function bringParts(): Promise<void> {
  // what has come may hold further parts
  for (let known = -1; known < ways.size; ) {
    known = ways.size
    await Promise.all([...new Set(partsHere())].map((name) => ways.get(name)?.()))
  }
}

/**
 * A part, by a `name` of its own, whose file only those pages load that show it. Without a line, or after a deployment that took the
 * file away, the page stays: what the server drew of the part is left as it came and works as without scripts, as long as it is to
 * show the same; otherwise `Instead` stands there. Its props are plain values.
 */
export function lazyPart<Props extends object>(
  name: string,
  load: () => Promise<ComponentType<Props>>,
  Instead: ComponentType<Props> = NotCome,
) {
  const AsItCame = (props: Props) => {
    const drawnByServer = useDrawnByServer()
    const [drawn] = useState(() => JSON.stringify(props))
    if (!drawnByServer || drawn !== JSON.stringify(props)) return <Instead {...props} />
    // an element with HTML of its own is not compared with what the server drew, and stays
    // biome-ignore lint/security/noDangerouslySetInnerHtml: it is empty
    return <div className="contents" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
  }
  let Come: ComponentType<Props> | undefined
  const bring = async () => {
    if (Come) return Come
    try {
      const Loaded = await load()
      Come ??= (props) => (
        <div className="contents" data-part={name}>
          <Loaded {...props} />
        </div>
      )
    } catch {
      Come ??= AsItCame
    }
    return Come
  }
  // of two parts of one name only the later would be brought before its page is drawn
  if (import.meta.env.SSR && import.meta.env.PROD && ways.has(name))
    throw new Error(`Two parts of a page are called ${name}`)
  ways.set(name, bring)
  const Later = lazy(async () => ({ default: await bring() })) as unknown as ComponentType<Props>
  return (props: Props) => {
    // the same one for as long as it stands; what has come already is drawn with the page
    const [Part] = useState(() => Come ?? Later)
    if (Part !== Later) return <Part {...props} />
    return (
      <Suspense>
        <Later {...props} />
      </Suspense>
    )
  }
}
