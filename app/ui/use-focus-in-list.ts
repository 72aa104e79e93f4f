import { type FocusEvent, useEffect, useRef } from 'react'

/** Whether nothing closed stands around it. */
const isInSight = (pressed: Element): boolean => pressed.matches('summary') || !pressed.closest('details:not([open])')

/**
 * Where a press may take its row out of a list, or itself out of its row: the focus, which would go with it, goes on to what is pressed
 * in the row that stands there now, and of an empty list to what says so. `shown` is new with each drawing of the list. To spread on
 * what holds the list or that it is empty.
 */
export function useFocusInList(shown: unknown) {
  const box = useRef<HTMLDivElement>(null)
  const row = useRef<number>()
  useEffect(() => {
    if (!shown || row.current === undefined || document.activeElement !== document.body) return
    const rows = box.current?.querySelectorAll('li') ?? []
    const stands = rows[Math.min(row.current, rows.length - 1)]?.querySelectorAll<HTMLElement>('button, summary') ?? []
    ;([...stands].find(isInSight) ?? box.current)?.focus({ preventScroll: true })
  }, [shown])
  return {
    ref: box,
    tabIndex: -1,
    onFocus: ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
      const own = target.closest('form') && target.closest('li')
      row.current = own ? [...currentTarget.querySelectorAll('li')].indexOf(own) : undefined
    },
    onBlur: () => {
      row.current = undefined
    },
  }
}
