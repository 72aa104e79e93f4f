import { useRevalidator } from '@remix-run/react'
import { useEffect } from 'react'
import { Button } from './button'
import { useReload } from './use-reload'

/** So often a page that could not be loaded is asked for again. */
const AGAIN_MS = 10_000

/**
 * Stands in the place of a page that could not be loaded since nobody answered; it comes by itself as soon as somebody does. What was
 * sent just before may have arrived all the same.
 */
export function UnreachablePage() {
  const { state } = useRevalidator()
  const reload = useReload()
  useEffect(() => {
    const timer = setInterval(reload, AGAIN_MS)
    window.addEventListener('online', reload)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', reload)
    }
  }, [reload])
  return (
    <main id="main" className="grid min-h-[60dvh] place-items-center px-6 text-center">
      <div role="alert">
        <h1 className="text-3xl">We could not be reached</h1>
        <p className="mx-auto mt-3 max-w-md text-muted">
          Please check your connection; the page comes by itself as soon as there is one. If you had just sent
          something, look whether it arrived before you send it again.
        </p>
        <Button type="button" className="mt-6" disabled={state === 'loading'} onClick={reload}>
          Try again
        </Button>
      </div>
    </main>
  )
}
