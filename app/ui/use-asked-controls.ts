import { useLocation, useNavigation } from '@remix-run/react'
import { type RefObject, useRef } from 'react'
import { useBrowserLayoutEffect } from './use-browser-layout-effect'

export type Control = HTMLInputElement | HTMLSelectElement

export const isControl = (element: unknown): element is Control =>
  element instanceof HTMLInputElement || element instanceof HTMLSelectElement

/**
 * Lets the filters of a form say what their list is asked for: also after a saved filter, a day's arrow or the way back, which a
 * control that has been touched does not follow by itself. Keeps what is yet to be sent, which is for the form to add to `waiting`.
 */
export function useAskedControls(form: RefObject<HTMLFormElement>) {
  const { pathname, search } = useLocation()
  const { state, location: coming } = useNavigation()
  // the same list that comes anew, as after a city was chosen in the header, leaves what is typed
  const loading = state === 'loading' && `${coming.pathname}${coming.search}` !== `${pathname}${search}`
  const waiting = useRef(new Set<Control>()).current
  // the list that the controls were last drawn or made to show; of none once they are emptied, or ask for another
  const shown = useRef<string>()
  const path = useRef(pathname)
  // a date that is focused is shown what came meanwhile once it is left
  const late = useRef(false)
  /** Empties every control, for the list without filters that is on its way; nothing waits to be sent any more. */
  const clear = () => {
    waiting.clear()
    shown.current = ''
    for (const control of controlsOf(form.current)) empty(control)
  }
  // another list is shown by the controls too, and so is the same address on another day
  useBrowserLayoutEffect(() => {
    // until a list has come the controls say what it is asked; it may be the one before, when what was asked is given up
    if (loading) {
      shown.current = ''
      return
    }
    if (path.current !== pathname) clear()
    path.current = pathname
    const controls = controlsOf(form.current)
    const list = JSON.stringify([search, ...controls.map(askedOf)])
    if (shown.current !== undefined && shown.current !== list) {
      const said = new URLSearchParams(search)
      for (const control of controls) {
        if (isTypedInto(control)) late.current = true
        else if (!waiting.has(control)) showAsked(control, said.get(control.name))
      }
    }
    shown.current = list
  })
  /** Shows a control that is left what came while it was typed into. */
  const leave = (control: Control) => {
    if (!late.current || loading) return
    late.current = false
    showAsked(control, new URLSearchParams(search).get(control.name))
  }
  /** Shows what is asked by what was chosen and is not sent after all; what was typed stays. */
  const restore = () => {
    waiting.clear()
    const said = new URLSearchParams(search)
    for (const control of controlsOf(form.current))
      if (control.type !== 'search') showAsked(control, said.get(control.name))
  }
  return { waiting, clear, leave, restore }
}

/** The controls that are sent. */
const controlsOf = (form: HTMLFormElement | null) =>
  [...(form?.elements ?? [])].filter(isControl).filter(({ name }) => name)

/** What a control is drawn to ask. */
const askedOf = (control: Control): string =>
  control instanceof HTMLInputElement ? control.defaultValue : (control.dataset.asked ?? '')

/** A date is typed in pieces, each of which is asked. */
const isTypedInto = (control: Control) => control.type === 'date' && control.matches(':focus')

/** Shows what the page was drawn for last; `said` is what its address says. */
function showAsked(control: Control, said: string | null) {
  control.disabled = false
  const asked = askedOf(control)
  // what was asked stands as it was typed: with its blanks, or with its fault beside it
  if (control instanceof HTMLInputElement) control.value = control.value === said ? said : asked
  else
    control.selectedIndex = Math.max(
      0,
      [...control.options].findIndex(({ value }) => value === asked),
    )
}

function empty(control: Control) {
  // what is drawn anew before the list without filters has come would fill it again
  if (control instanceof HTMLInputElement && control.type === 'hidden') control.disabled = true
  else if (control instanceof HTMLInputElement) control.value = ''
  else control.selectedIndex = [...control.options].find((option) => 'usual' in option.dataset)?.index ?? 0
}
