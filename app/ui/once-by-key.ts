import type { KeyboardEvent } from 'react'

/** Hears a key held down on a button as one press: it would go on with what the button, or the focus, has become. */
export function onceByKey(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.repeat) event.preventDefault()
}
