import { useLocation, useNavigation } from '@remix-run/react'
import { useEffect, useRef } from 'react'

/** An element and all that is around it, the nearest first; each with how many elements, and how many of its kind, stand before it. */
type Place = { element: Element; at: number; nth: number }[]

/**
 * A press that takes away what was pressed, as a form that is drawn anew or the row that a dialog deleted, would leave the focus at the
 * top of the page: it goes on to what stands in its place now, or else to the nearest part of the page that is left. Of a dialog that
 * is its opener's place. Whoever is led to another page, or has gone on by themselves, is left alone.
 */
export function useFocusKept(): void {
  const { state, formMethod } = useNavigation()
  const { pathname } = useLocation()
  const opener = useRef<Place>()
  const sent = useRef<{ from: string; place: Place }>()
  useEffect(() => {
    const active = document.activeElement
    // Safari gives a pressed button no focus, which is then nothing to keep
    if (state === 'submitting')
      sent.current = active === document.body ? undefined : { from: pathname, place: placeOf(active) }
    else if (state === 'loading' && !formMethod && !active?.closest('dialog')) opener.current = placeOf(active)
    if (state !== 'idle' || !sent.current) return
    const { from, place } = sent.current
    sent.current = undefined
    if (from !== pathname || active !== document.body) return
    const isClosed = place.some(({ element }) => element.matches('dialog') && !element.isConnected)
    goOnAt(isClosed ? (opener.current ?? []) : place)
  }, [state, formMethod, pathname])
}

function placeOf(element: Element | null): Place {
  const place: Place = []
  for (let one = element; one && one !== document.body; one = one.parentElement)
    place.push({ element: one, at: siblings(one).indexOf(one), nth: siblings(one).filter(isLike(one)).indexOf(one) })
  return place
}

const siblings = ({ parentElement }: Element) => [...(parentElement?.children ?? [])]
const isLike =
  ({ tagName }: Element) =>
  (one: Element) =>
    one.tagName === tagName

function goOnAt(place: Place): void {
  const left = place.findIndex(({ element }) => element.isConnected)
  const [gone, around] = [place[left - 1], place[left]]
  const nearest = place.slice(Math.max(left, 0)).map(({ element }) => element)
  for (const one of [gone && around && inPlaceOf(gone, around.element), ...nearest, document.getElementById('main')])
    if (one && takesFocus(one)) return
}

/** The one of its kind, as the next row of a list; or the part of the page, as the words that a list is empty. */
function inPlaceOf({ element, at, nth }: Place[number], around: Element): Element | undefined {
  const children = [...around.children]
  const kind = children.filter(isLike(element))
  return kind.length ? kind[Math.min(nth, kind.length - 1)] : around.id === 'main' ? children[at] : undefined
}

/** Whether an element has the focus now; one that nobody can come to by Tab is come to this once. */
function takesFocus(element: Element): boolean {
  const target = element.matches('details') ? element.querySelector('summary') : element
  if (!(target instanceof HTMLElement)) return false
  if (target.tabIndex < 0 && !target.hasAttribute('tabindex')) {
    target.tabIndex = -1
    target.addEventListener('blur', () => target.removeAttribute('tabindex'), { once: true })
  }
  target.focus({ preventScroll: true })
  if (document.activeElement !== target) return false
  target.scrollIntoView({ block: 'nearest' })
  return true
}
