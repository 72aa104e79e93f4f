import { useBlocker, useNavigation } from '@remix-run/react'
import { useCallback, useEffect, useRef } from 'react'
import { Button } from './button'

interface LeaveGuardProps {
  /** The form's id. */
  formId: string
  /** Changes when what the form holds has been saved while the page stays. */
  savedAs?: string | number
}

/**
 * Asks before a form is left in which something was changed and not saved: inside the app by a dialog, on reload and closing by
 * the browser's own. A form that is sent, and what follows from it, is not left; a link marked `data-leaves` says so itself.
 */
export function LeaveGuard({ formId, savedAs }: LeaveGuardProps) {
  const filled = useRef<string>()
  const leaves = useRef(false)
  const navigation = useNavigation()
  // sent and accepted: what is under way is the page after it
  const saved = navigation.state === 'loading' && navigation.formMethod === 'POST'
  const accepted = useRef(saved)
  accepted.current = saved

  // biome: a new state to compare with whenever what the form holds was saved
  useEffect(() => {
    const form = formOf(formId)
    if (form) filled.current = valuesOf(form, savedAs === undefined)
  }, [formId, savedAs])

  const isChanged = useCallback(() => {
    const form = formOf(formId)
    if (!form || filled.current === undefined || accepted.current || leaves.current) return false
    return valuesOf(form, false) !== filled.current
  }, [formId])

  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (isChanged()) event.preventDefault()
    }
    const follow = (event: MouseEvent) => {
      leaves.current = event.target instanceof Element && event.target.closest('[data-leaves]') !== null
    }
    window.addEventListener('beforeunload', ask)
    document.addEventListener('click', follow, true)
    return () => {
      window.removeEventListener('beforeunload', ask)
      document.removeEventListener('click', follow, true)
    }
  }, [isChanged])

  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && isChanged(),
  )
  if (blocker.state !== 'blocked') return null
  return <LeaveDialog stay={() => blocker.reset()} leave={() => blocker.proceed()} />
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

function formOf(id: string): HTMLFormElement | undefined {
  const found = document.getElementById(id)
  return found instanceof HTMLFormElement ? found : undefined
}

/** Everything that a form would send, as one text; `drawn` takes what was drawn in place of what somebody has typed already. */
function valuesOf(form: HTMLFormElement, drawn: boolean): string {
  const values: string[] = []
  for (const control of form.elements) {
    if (control instanceof HTMLInputElement) values.push(...inputValue(control, drawn))
    else if (control instanceof HTMLTextAreaElement)
      values.push(`${control.name}=${drawn ? control.defaultValue : control.value}`)
    else if (control instanceof HTMLSelectElement) values.push(`${control.name}=${control.value}`)
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

const BOOKKEEPING = new Set(['version', 'draft', 'answered-here'])
