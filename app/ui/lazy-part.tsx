import { type ComponentType, lazy, Suspense, useState, useSyncExternalStore } from 'react'

const never = () => () => {}

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

/**
 * A part whose file only those pages load that show it. Without a line, or after a deployment that took the file away, the page
 * stays: what the server drew of the part is left as it came and works as without scripts, as long as it is to show the same;
 * otherwise `Instead` stands there. Its props are plain values.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Instead: ComponentType<Props> = NotCome,
) {
  const AsItCame = (props: Props) => {
    const [drawn] = useState(
      useSyncExternalStore(
        never,
        () => undefined,
        () => JSON.stringify(props),
      ),
    )
    if (!drawn || drawn !== JSON.stringify(props)) return <Instead {...props} />
    // an element with HTML of its own is not compared with what the server drew, and stays
    // biome-ignore lint/security/noDangerouslySetInnerHtml: it is empty
    return <div className="contents" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
  }
  const Part = lazy(async () => {
    try {
      const Loaded = await load()
      return {
        default: (props: Props) => (
          <div className="contents">
            <Loaded {...props} />
          </div>
        ),
      }
    } catch {
      return { default: AsItCame }
    }
  }) as unknown as ComponentType<Props>
  return (props: Props) => (
    <Suspense>
      <Part {...props} />
    </Suspense>
  )
}
