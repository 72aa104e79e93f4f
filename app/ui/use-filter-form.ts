import { useActionData, useLocation, useNavigate, useNavigation, useSubmit } from '@remix-run/react'
import { type FocusEvent, type FormEvent, type RefObject, useEffect, useRef } from 'react'
import { tellBegunForm } from './begun-form'
import { isControl, useAskedControls } from './use-asked-controls'
import { useBrowserLayoutEffect } from './use-browser-layout-effect'

/** How long a search waits for the next letter; Enter does not wait (rule V9). */
const DEBOUNCE_MS = 2_000

/** What the way to a list without filters carries: the controls say so already. */
const CLEARED = 'cleared'

/**
 * Sends the filters of a form by themselves: a choice at once, what is typed after a pause, and what is chosen while a page is on its
 * way once that has come. What they show meanwhile is the matter of `useAskedControls`.
 */
export function useFilterForm(form: RefObject<HTMLFormElement>) {
  const submit = useSubmit()
  const navigate = useNavigate()
  const { state, location, formMethod } = useNavigation()
  const { pathname } = useLocation()
  const refused = useActionData() !== undefined
  const controls = useAskedControls(form)
  const typing = useRef<ReturnType<typeof setTimeout>>()
  /** Whether something is to be sent once what is under way has come. */
  const due = useRef(false)
  /** Whether what is under way is being saved. */
  const saves = useRef(false)
  /** Whether the form sends itself. */
  const itself = useRef(false)
  // what was pressed meanwhile is not taken back by what was typed before
  const leaves = useRef(false)
  leaves.current = location !== undefined && (location.pathname !== pathname || formMethod !== 'GET')
  // what is being saved is not broken off, and what a link asks of this list is not taken back: what is chosen is asked of what comes
  const led = location?.pathname === pathname && formMethod === undefined && location.state !== CLEARED
  const comesFirst = formMethod === 'POST' || led

  const stopWaiting = () => {
    clearTimeout(typing.current)
    due.current = false
    controls.waiting.clear()
  }
  /** Sends the form as its button does, but without a step to go back to; what keeps pages from being left keeps this too. */
  const send = () => {
    clearTimeout(typing.current)
    due.current = false
    itself.current = true
    form.current?.requestSubmit()
    itself.current = false
  }
  const sendLater = () => {
    typing.current = setTimeout(() => (leaves.current ? sendLater() : send()), DEBOUNCE_MS)
  }

  useEffect(() => {
    // what was chosen before the scripts came is asked too
    if (form.current) tellBegunForm(form.current)
  }, [form])
  // nothing is sent to another list
  useBrowserLayoutEffect(() => stopWaiting, [pathname])
  useEffect(() => {
    if (state !== 'idle') {
      saves.current = formMethod === 'POST'
      return
    }
    const stays = saves.current && refused
    saves.current = false
    if (stays) {
      // what is sent now would take the refusal away
      stopWaiting()
      controls.restore()
    } else if (due.current) send()
  })

  return {
    busy: state === 'loading',
    /** Leads to the list without filters, at once. */
    clear(to: string) {
      stopWaiting()
      controls.clear()
      navigate(to, { flushSync: true, state: CLEARED })
    },
    onInput({ target }: FormEvent<HTMLFormElement>) {
      // what only folds and unfolds asks for nothing
      if (!(isControl(target) && target.name)) return
      clearTimeout(typing.current)
      controls.waiting.add(target)
      if (target.type === 'search') sendLater()
      else if (comesFirst) due.current = true
      else send()
    },
    onBlur({ target }: FocusEvent) {
      if (isControl(target)) controls.leave(target)
    },
    onSubmit(event: FormEvent<HTMLFormElement>) {
      if (event.defaultPrevented) return controls.restore()
      event.preventDefault()
      if (comesFirst) {
        due.current = true
        return
      }
      stopWaiting()
      // known at once: a list that is still being drawn would take back what was chosen meanwhile
      submit(event.currentTarget, { replace: itself.current, preventScrollReset: true, flushSync: true })
    },
  }
}
