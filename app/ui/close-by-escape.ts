import type { KeyboardEvent } from 'react'

/** Closes the `<details>` that has the focus by Escape, and brings the focus back to what opened it. */
export function closeByEscape({ key, currentTarget }: KeyboardEvent<HTMLDetailsElement>): void {
  if (key !== 'Escape' || !currentTarget.open) return
  currentTarget.open = false
  currentTarget.querySelector('summary')?.focus()
}
