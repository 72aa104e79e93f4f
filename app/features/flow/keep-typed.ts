import { useRevalidator } from '@remix-run/react'
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import { BOOKING_TEXT_NAMES, type DraftTexts, textFault } from '~/domain/booking-texts'
import { tellBegun } from '~/ui/begun'
import type { BookingFrame } from './frame.server'
import { handIn, putAside, takeBack } from './left-typed'
import { useStepFetcher } from './optimistic'
import { STEP_FORM } from './step-form'

/** Somebody who types pauses this long before it is kept. */
const PAUSE_MS = 400

type Field = HTMLInputElement | HTMLSelectElement

const stepForm = () => document.getElementById(STEP_FORM) as HTMLFormElement | null

/** What is typed and ticked in the step itself; a coupon's code is none of its answers. */
const fieldsOf = (form: HTMLFormElement) =>
  [...form.elements].filter((one): one is Field => one.matches(`input:not(${NOT_TYPED}), select`))

const NOT_TYPED = '[type=hidden], [type=radio], [name=code]'

const isTick = (field: Field): field is HTMLInputElement => field.type === 'checkbox'

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
  const { revalidate } = useRevalidator()
  /** What is not kept yet, as it is put aside when the step is left: what is typed, and nothing that is pressed. */
  const unsaved = useRef<[string, string][]>()
  /** What of it is on its way. */
  const sent = useRef<object>()

  const send = useCallback((intent: 'keep' | 'leave'): boolean => {
    clearTimeout(timer.current)
    const form = stepForm()
    if (!unsaved.current || !form) return false
    sent.current = unsaved.current
    const body = new FormData(form)
    body.set('intent', intent)
    // drawn at once as under way: an answer that came before a slow page was drawn would be waited for without an end
    latest.current.submit(body, { method: 'post', preventScrollReset: true, flushSync: true })
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
      const fields = fieldsOf(form)
        .filter((field) => !isTick(field) || field.checked)
        .map(({ name, value }): [string, string] => [name, value])
      const texts = fields.flatMap(([name, value]) => {
        const known = BOOKING_TEXT_NAMES.find((one) => one === name)
        return known && !textFault(known, value) ? [[known, value] as const] : []
      })
      setTyped(Object.fromEntries(texts))
      // staff are asked before they leave
      if (!customer) return
      unsaved.current = [...fields, ['intent', 'keep']]
      later()
    },
    [customer, later],
  )

  // answered: what was sent is kept, unless more has been typed meanwhile
  const { state, data } = fetcher
  useEffect(() => {
    if (state === 'submitting' || !sent.current) return
    if (unsaved.current === sent.current && !data?.unreachable) unsaved.current = undefined
    sent.current = undefined
  }, [state, data])

  useEffect(() => {
    const form = stepForm()
    const { pathname } = window.location
    if (form) {
      const back = customer ? takeBack(pathname) : undefined
      for (const field of fieldsOf(form)) {
        const before = back?.get(field.name)
        if (isTick(field)) field.checked = back ? before !== undefined : field.checked
        else if (before !== undefined) field.value = before
        // also what was typed or chosen before scripts took over, or before the page was loaded anew
        tellBegun(field)
      }
    }
    if (!customer) return
    let left = false
    handIn()?.then(() => {
      // what was pressed meanwhile loads the page anew itself, and would not be shown if this came between
      if (!left && latest.current.state === 'idle') revalidate()
    })

    const aside = () => {
      // what is on its way is cut off with the step, unless it has been answered
      const answered = latest.current.state === 'loading' && sent.current === unsaved.current
      if (unsaved.current && !answered) putAside(pathname, unsaved.current)
    }
    const back = ({ persisted }: PageTransitionEvent) => {
      // as it was left: what was put aside still stands in its fields, and would come later over what is typed from now on
      if (persisted && unsaved.current && takeBack(pathname)) later()
    }
    const carried = () => {
      clearTimeout(timer.current)
      sent.current = unsaved.current
    }
    form?.addEventListener('submit', carried)
    window.addEventListener('pagehide', aside)
    window.addEventListener('pageshow', back)
    return () => {
      left = true
      clearTimeout(timer.current)
      form?.removeEventListener('submit', carried)
      window.removeEventListener('pagehide', aside)
      window.removeEventListener('pageshow', back)
      // a step that is drawn anew where it stands shows what was brought back, and not what stood there before
      if (window.location.pathname !== pathname) aside()
    }
  }, [customer, revalidate, later])

  return {
    typed,
    leave: useCallback(() => send('leave'), [send]),
    onInput: useCallback(
      ({ target }: FormEvent) => {
        // what is pressed is sent at once by itself: kept once more, it would take away what the press was told
        const form = target instanceof HTMLInputElement && target.type !== 'radio' ? target.form : null
        if (form?.id === STEP_FORM) note(form)
      },
      [note],
    ),
  }
}
