import { useActionData, useFetcher } from '@remix-run/react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { tellBegunForm } from '~/ui/begun-form'
import { useLeading } from '~/ui/use-leading'
import type { PhoneBookingPage } from './phone-booking.server'

/** What is typed without changing the quote. */
const UNPRICED = ['note', 'advance', 'mode', 'email', 'name', 'deadline', 'time', 'sum', 'own', 'approved']
/** How long the quote waits for the next letter, and what is only saved for another one. */
const PAUSE_MS = 400
const SAVE_MS = 1_500

/** What the form is answered: a page, or that nobody was reached or is signed in. */
interface Followed extends Told {
  page?: PhoneBookingPage
  saved?: boolean
}

/** What was heard since a page was given: the last answer with a page, and what the last one said that has none. */
interface Heard {
  given: PhoneBookingPage
  data: Followed | undefined
  pressed: Told | undefined
  answer?: Followed
  told?: Told
}

interface Told {
  /** Said to a press, not to what the page asked by itself. */
  pressed?: boolean
  unreachable?: boolean
  said?: string
  signIn?: string
}

/**
 * What is typed goes out after a pause, and the quote comes back as `answer`, which counts until a page is given anew: a booking that
 * was refused shows what is free now. What brought no page changes nothing, and is `told`. `timesSaved` is how often what stands in the
 * form was saved: what is saved is not lost by leaving.
 */
export function useFollowedForm(given: PhoneBookingPage) {
  const fetcher = useFetcher<Followed>()
  const element = useRef<HTMLFormElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>()
  // who opens the page begins with the number
  const emptyNumber = () => {
    const number = element.current?.elements.namedItem('number')
    return number instanceof HTMLInputElement && !number.value ? number : null
  }
  useLeading(true, emptyNumber, 'nearest')
  useEffect(() => {
    if (element.current) tellBegunForm(element.current)
    return () => clearTimeout(timer.current)
  }, [])
  const [timesSaved, setTimesSaved] = useState(0)
  useEffect(() => {
    if (fetcher.data?.saved) setTimesSaved((before) => before + 1)
  }, [fetcher.data])
  const touched = useRef(new Map<string, string>())
  const follow = ({ target }: FormEvent<HTMLFormElement>) => {
    clearTimeout(timer.current)
    if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement)
      touched.current.set(target.name, target.value)
    const unpriced = 'name' in target && UNPRICED.some((name) => name === target.name)
    timer.current = setTimeout(
      () => {
        if (!element.current) return
        const data = new FormData(element.current)
        data.set('intent', 'recalculate')
        touched.current.clear()
        fetcher.submit(data, { method: 'post' })
      },
      unpriced ? SAVE_MS : PAUSE_MS,
    )
  }
  const { data } = fetcher
  const pressed = useActionData<Told>()
  const heard = useRef<Heard>({ given, data, pressed })
  const before = heard.current
  if (before.given !== given) heard.current = { given, data, pressed }
  else if (before.pressed !== pressed)
    heard.current = { ...before, pressed, told: pressed?.signIn ? { ...pressed, pressed: true } : undefined }
  else if (before.data !== data)
    heard.current = { given, data, pressed, ...(data?.page ? { answer: data } : { answer: before.answer, told: data }) }
  const { answer, told } = heard.current
  // what is sent carries it, and what came after would load the next page twice
  const sent = (event: FormEvent<HTMLFormElement>) => {
    clearTimeout(timer.current)
    // what a field cannot read the server would never see
    const unread = [...event.currentTarget.elements].find(
      (field) => field instanceof HTMLInputElement && field.validity.badInput,
    )
    if (!(unread instanceof HTMLInputElement)) return touched.current.clear()
    event.preventDefault()
    unread.reportValidity()
  }
  return { element, follow, sent, answer, told, touched, timesSaved }
}
