import { type MutableRefObject, type RefObject, useRef } from 'react'
import { useBrowserLayoutEffect } from '~/ui/use-browser-layout-effect'

/** What was typed and chosen since the form was last sent, by the names of its fields. */
export type Touched = MutableRefObject<Map<string, string>>

/**
 * A control that each page of the server fills anew, `given` by it, unless it was touched after what that page answers was sent. It stays
 * the same element all the while, and so keeps the focus of whoever is in it.
 */
export function useFollowed<Control extends HTMLSelectElement | HTMLInputElement>(
  given: string,
  page: unknown,
  touched: Touched,
): RefObject<Control> {
  const control = useRef<Control>(null)
  const filledBy = useRef(page)
  useBrowserLayoutEffect(() => {
    const { current } = control
    // the first page is in it already, or what was begun before the scripts came
    if (!current || filledBy.current === page) return
    filledBy.current = page
    const own = touched.current.get(current.name)
    current.value = own !== undefined && takes(current, own) ? own : given
  }, [given, page, touched])
  return control
}

/** Whether a control can have this value still. */
const takes = (control: HTMLSelectElement | HTMLInputElement, value: string): boolean =>
  !(control instanceof HTMLSelectElement) || [...control.options].some((option) => option.value === value)
