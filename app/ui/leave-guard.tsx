import { useActionData, useBlocker, useNavigation } from '@remix-run/react'
import { useCallback, useEffect, useRef } from 'react'
import { ANSWERED_HERE } from './answered-here'
import { drawnValue } from './begun'
import { Button } from './button'
import { isPageHeld } from './pages-held'

interface Guarded {
  form: HTMLFormElement
  isChanged(): boolean
  wholePage: boolean
}

/** The forms of this document that are guarded; a router asks one question at a time, so one watch asks for all of them. */
const guarded = new Set<Guarded>()

/**
 * Stands in a form that is not to be left with something changed and not saved; the page has a `LeaveWatch`. `savedAs` changes
 * when what the form holds has been saved by other means than sending the page's form. Of one that is the whole page every link leads
 * away, also to the page's own address.
 */
export function LeaveGuard({ savedAs, wholePage = false }: { savedAs?: string | number; wholePage?: boolean }) {
  const mark = useRef<HTMLSpanElement>(null)
  const filled = useRef<string>()
  const lastSaved = useRef(savedAs)
  const sent = useRef(false)
  const sending = useRef(false)
  const { state, formMethod } = useNavigation()
  const answer = useActionData<unknown>()

  // saved by other means: what the form holds now is what it is compared with
  useEffect(() => {
    const form = mark.current?.closest('form')
    if (!form || lastSaved.current === savedAs) return
    lastSaved.current = savedAs
    filled.current = valuesOf(form, false)
  }, [savedAs])

  useEffect(() => {
    const form = mark.current?.closest('form')
    if (!form) return
    // at first what was drawn: what has been typed before the scripts came is not saved either
    filled.current ??= valuesOf(form, true)
    const isChanged = () => !sending.current && filled.current !== undefined && valuesOf(form, false) !== filled.current
    const one = { form, isChanged, wholePage }
    const send = (event: Event) => {
      // somebody else has taken it up, and sends something else
      if (event.defaultPrevented) return
      sent.current = true
      // while the router is asked whether it may go where the form leads
      sending.current = true
      setTimeout(() => {
        sending.current = false
      })
    }
    guarded.add(one)
    form.addEventListener('submit', send)
    return () => {
      guarded.delete(one)
      form.removeEventListener('submit', send)
    }
  }, [wholePage])

  // sent, and the page stays: what it holds is saved unless the answer says something
  const under = state !== 'idle' && formMethod === 'POST'
  useEffect(() => {
    const form = mark.current?.closest('form')
    if (under || !sent.current || !form) return
    sent.current = false
    if (answer === undefined) filled.current = valuesOf(form, false)
  }, [under, answer])

  return <span ref={mark} hidden data-leave-guard />
}

/**
 * Asks before a page is left on which something was changed and not saved: inside the app by a dialog, on reload and closing by
 * the browser's own. A form that is sent, and what follows from it, is not left; a link marked `data-leaves` says so itself.
 * Where pages are held nobody is asked: none is left (`pages-held`).
 */
export function LeaveWatch() {
  const leaves = useRef(false)
  const sends = useRef(false)
  const held = useRef(false)
  const navigation = useNavigation()
  // sent and accepted: what is under way is the page after it
  const saved = navigation.state === 'loading' && navigation.formMethod === 'POST'
  const accepted = useRef(saved)
  accepted.current = saved

  const changed = useCallback(
    () => (accepted.current || leaves.current ? [] : [...guarded].filter((one) => one.isChanged())),
    [],
  )

  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (changed().length) event.preventDefault()
    }
    const follow = (event: MouseEvent) => {
      leaves.current = event.target instanceof Element && event.target.closest('[data-leaves]') !== null
    }
    // the router does not say whether what it is asked for is a page or the way of a form
    const send = ({ target }: Event) => {
      sends.current = target instanceof HTMLFormElement && target.method === 'post'
      setTimeout(() => {
        sends.current = false
      })
    }
    window.addEventListener('beforeunload', ask)
    document.addEventListener('click', follow, true)
    document.addEventListener('submit', send, true)
    return () => {
      window.removeEventListener('beforeunload', ask)
      document.removeEventListener('click', follow, true)
      document.removeEventListener('submit', send, true)
    }
  }, [changed])

  const blocker = useBlocker(({ currentLocation, nextLocation, historyAction }) => {
    const elsewhere = currentLocation.pathname !== nextLocation.pathname
    const next = `${nextLocation.pathname}${nextLocation.search}`
    const stays = next === `${currentLocation.pathname}${currentLocation.search}` && nextLocation.hash !== ''
    held.current = !sends.current && !stays && isPageHeld()
    if (held.current) return true
    const anew = !nextLocation.hash && (historyAction !== 'POP' || currentLocation.search !== nextLocation.search)
    // within a page a dialog can be left, by closing it, a panel, also for another one, and a form that is all of it
    return changed().some(
      ({ form, wholePage }) =>
        elsewhere ||
        (wholePage && anew) ||
        form.closest('dialog')?.getAttribute('data-close-to') === next ||
        leavesPanel(form, currentLocation.search, nextLocation.search),
    )
  })
  const blocked = blocker.state === 'blocked'
  useEffect(() => {
    if (blocked && held.current) blocker.reset?.()
  }, [blocked, blocker])
  if (!blocked || held.current) return null
  return <LeaveDialog stay={() => blocker.reset()} leave={() => (isPageHeld() ? blocker.reset() : blocker.proceed())} />
}

/** Whether a form stands in a side panel that another query of the same page no longer shows. */
function leavesPanel(form: HTMLFormElement, current: string, next: string): boolean {
  const shownBy = form.closest('[data-shown-by]')?.getAttribute('data-shown-by')
  if (!shownBy) return false
  const shown = (search: string) => new URLSearchParams(search).get(shownBy)
  return shown(current) !== shown(next)
}

function LeaveDialog({ stay, leave }: { stay: () => void; leave: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      aria-label="Leave without saving?"
      onCancel={stay}
      className="fixed inset-0 z-50 m-auto w-[min(30rem,calc(100vw-2rem))] rounded-card border border-hairline bg-aubergine p-6 text-ink shadow-lift backdrop:bg-night/80 sm:p-8"
    >
      <h2 className="text-2xl">Leave without saving?</h2>
      <p className="mt-3 text-muted">What you changed on this page is not saved yet.</p>
      <div className="mt-7 flex flex-wrap justify-end gap-3">
        <Button type="button" look="danger" onClick={leave}>
          Leave without saving
        </Button>
        <Button type="button" look="gold" onClick={stay}>
          Stay here
        </Button>
      </div>
    </dialog>
  )
}

/** Everything that a form would send, as one text; `drawn` takes what was drawn in place of what somebody has typed already. */
function valuesOf(form: HTMLFormElement, drawn: boolean): string {
  const values: string[] = []
  for (const control of form.elements) {
    if (control instanceof HTMLInputElement) values.push(...inputValue(control, drawn))
    else if (control instanceof HTMLTextAreaElement || control instanceof HTMLSelectElement)
      values.push(`${control.name}=${drawn ? drawnValue(control) : control.value}`)
  }
  return values.join('\n')
}

function inputValue(input: HTMLInputElement, drawn: boolean): string[] {
  const { name, type, value } = input
  // what the page says of itself is nobody's change
  if (!name || BOOKKEEPING.has(name)) return []
  if (type === 'checkbox' || type === 'radio')
    return (drawn ? input.defaultChecked : input.checked) ? [`${name}=${value}`] : []
  return [`${name}=${drawn && type !== 'file' ? input.defaultValue : value}`]
}

const BOOKKEEPING = new Set(['version', 'draft', ANSWERED_HERE, 'shown', 'shownReturn', 'mark'])
