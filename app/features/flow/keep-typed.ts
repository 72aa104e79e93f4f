import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import { BOOKING_TEXT_NAMES, type DraftTexts, textFault } from '~/domain/booking-texts'
import type { BookingFrame } from './frame.server'
import { useStepFetcher } from './optimistic'
import { STEP_FORM } from './step-form'

/** Somebody who types pauses this long before it is kept. */
const PAUSE_MS = 400

type Field = HTMLInputElement | HTMLSelectElement

const stepForm = () => document.getElementById(STEP_FORM) as HTMLFormElement | null

const fieldsOf = (form: HTMLFormElement) =>
  [...form.elements].filter((one): one is Field => one.matches('input:not([type=hidden]):not([type=radio]), select'))

function bodyOf(form: HTMLFormElement, intent: 'keep' | 'leave'): FormData {
  const body = new FormData(form)
  body.set('intent', intent)
  return body
}

/**
 * Keeps what is typed into a step however it is left (rule B26): after a pause, before a link is followed, and when the page
 * is closed, loaded anew or left by the browser's buttons. Answers the texts as they are typed, so that the price follows
 * each letter, and `leave`, which sends what is not kept yet and says whether there was any.
 */
export function useKeepTyped({ step, staff }: BookingFrame) {
  const customer = !staff
  const fetcher = useStepFetcher<{ unreachable?: boolean }>(step)
  const [typed, setTyped] = useState<DraftTexts>({})
  const latest = useRef(fetcher)
  latest.current = fetcher
  const timer = useRef<ReturnType<typeof setTimeout>>()
  /** What is not kept yet, and where it would be. */
  const unkept = useRef<{ body: FormData; to: string }>()
  /** What of it is on its way. */
  const sent = useRef<object>()

  const send = useCallback((intent: 'keep' | 'leave'): boolean => {
    clearTimeout(timer.current)
    const form = stepForm()
    if (!unkept.current || !form) return false
    sent.current = unkept.current
    latest.current.submit(bodyOf(form, intent), { method: 'post', preventScrollReset: true })
    return true
  }, [])

  const later = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      // what is under way carries it too, or is not to be overtaken
      if (latest.current.state === 'idle') send('keep')
      else later()
    }, PAUSE_MS)
  }, [send])

  const note = useCallback(
    (form: HTMLFormElement) => {
      const texts = fieldsOf(form).flatMap(({ name, value }) => {
        const known = BOOKING_TEXT_NAMES.find((one) => one === name)
        return known && !textFault(known, value) ? [[known, value] as const] : []
      })
      setTyped(Object.fromEntries(texts))
      // staff are asked before they leave
      if (!customer) return
      unkept.current = { body: bodyOf(form, 'keep'), to: `${window.location.pathname}.data` }
      later()
    },
    [customer, later],
  )

  // answered: what was sent is kept, unless more has been typed meanwhile
  const { state, data } = fetcher
  useEffect(() => {
    if (state === 'submitting' || !sent.current) return
    if (unkept.current === sent.current && !data?.unreachable) unkept.current = undefined
    sent.current = undefined
  }, [state, data])

  useEffect(() => {
    const form = stepForm()
    if (!form || !customer) return
    const place = `typed ${window.location.pathname}`
    const back: Record<string, string> = JSON.parse(remembered(place) ?? '{}')
    for (const field of fieldsOf(form)) {
      const before = back[field.name]
      if (before !== undefined && field.type !== 'checkbox') field.value = before
    }
    // typed before the page was loaded anew, or before scripts took over
    if (fieldsOf(form).some((field) => field instanceof HTMLInputElement && field.value !== field.defaultValue))
      note(form)

    const hand = () => {
      const { body, to } = unkept.current ?? {}
      // what is on its way is cut off with the step, unless it has been answered
      const answered = latest.current.state === 'loading' && sent.current === unkept.current
      if (!body || !to || answered) return
      const texts = [...body].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))
      const sending = fetch(to, { method: 'POST', body: new URLSearchParams(texts), keepalive: true })
      // the step may be asked for anew before that has arrived
      remember(place, JSON.stringify(Object.fromEntries(texts)))
      sending.then(
        () => remembered(place),
        () => undefined,
      )
    }
    const carried = () => {
      clearTimeout(timer.current)
      sent.current = unkept.current
    }
    form.addEventListener('submit', carried)
    window.addEventListener('pagehide', hand)
    return () => {
      clearTimeout(timer.current)
      form.removeEventListener('submit', carried)
      window.removeEventListener('pagehide', hand)
      hand()
    }
  }, [customer, note])

  return {
    typed,
    leave: useCallback(() => send('leave'), [send]),
    onInput: useCallback(
      ({ target }: FormEvent) => {
        const form = target instanceof HTMLInputElement ? target.form : null
        if (form?.id === STEP_FORM) note(form)
      },
      [note],
    ),
  }
}

function remembered(place: string): string | null {
  try {
    const text = sessionStorage.getItem(place)
    sessionStorage.removeItem(place)
    return text
  } catch {
    return null
  }
}

function remember(place: string, text: string): void {
  try {
    sessionStorage.setItem(place, text)
  } catch {
    // a browser that keeps nothing has sent it all the same
  }
}
