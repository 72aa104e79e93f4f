import { useFetchers, useNavigation } from '@remix-run/react'
import { useEffect, useRef } from 'react'

/** So long a press is shown that leads nowhere. */
const SHOWN_MS = 300
const PRESSED = 'pressed'

/** What was pressed shows it at once, until it is answered; after 150 ms a thin line says that the page is waiting. */
export function BusyLine() {
  const busy = [useNavigation(), ...useFetchers()].some(
    ({ state, formData }) => state !== 'idle' && formData?.get('intent') !== 'keep',
  )
  const waiting = useRef(busy)
  waiting.current = busy
  const pressed = useRef<HTMLElement>()
  useEffect(() => {
    if (!busy) delete pressed.current?.dataset[PRESSED]
  }, [busy])
  useEffect(() => {
    const press = ({ target }: MouseEvent) => {
      const found = target instanceof Element ? target.closest<HTMLElement>('a[href], button, label') : null
      if (!found) return
      delete pressed.current?.dataset[PRESSED]
      pressed.current = found
      found.dataset[PRESSED] = ''
      setTimeout(() => {
        if (!waiting.current) delete found.dataset[PRESSED]
      }, SHOWN_MS)
    }
    document.addEventListener('click', press, true)
    return () => document.removeEventListener('click', press, true)
  }, [])
  return busy ? <div aria-hidden className="busy-line" /> : null
}
