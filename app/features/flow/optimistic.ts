import { useFetcher } from '@remix-run/react'
import { type FormEvent, useRef } from 'react'
import type { DraftTexts } from '~/domain/booking-texts'
import type { BookingFrame } from './frame.server'
import type { Overtaken } from './open-answer.server'

/** The one fetcher of a step, whose form, summary and Next buttons share it: a change is seen while it is under way. */
export const useStepFetcher = <Answer>(step: string) => useFetcher<Answer>({ key: `booking-${step}` })

const PRESS = { method: 'post', preventScrollReset: true, flushSync: true } as const

type Press = typeof PRESS | (Omit<typeof PRESS, 'preventScrollReset'> & { preventScrollReset: boolean; replace: true })

/**
 * Sends a form with the button that was pressed, and draws at once that it is under way: on a slow phone the next press is to
 * find what the last one made, the number of pieces or the slot that Next takes. Where `toTop` names the button, its answer is shown
 * from the top, in the place of this page.
 */
export const sendAtOnce =
  (submit: (pressed: HTMLButtonElement | HTMLFormElement, options: Press) => void, toTop?: string) =>
  (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const pressed = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null
    const press =
      toTop && pressed?.value === toTop ? ({ ...PRESS, preventScrollReset: false, replace: true } as const) : PRESS
    submit(pressed ?? event.currentTarget, press)
  }

export type Told = {
  faults?: Record<string, string>
  typed?: DraftTexts
  code?: string
  saved?: boolean
  unreachable?: boolean
  overtaken?: Overtaken
  signIn?: string
}

/**
 * What the step's form was told, until the next try. A fetcher keeps its answer even when that try went well, and when the
 * step is entered anew.
 */
export function useStepAnswer<Answer extends object = Told>({ step }: BookingFrame): Answer | undefined {
  const { data, state } = useStepFetcher<Answer>(step)
  const past = useRef(data)
  if (state === 'submitting') past.current = data
  // nobody is told that what they typed was saved
  return data === past.current || (data && 'saved' in data) ? undefined : data
}

/**
 * What the step's form was told, for the alert that says that nobody was reached; and whether nobody had pressed, because what is typed
 * is kept by itself. Kept once more, it changes nothing that is said until that is answered: the page is not to move under who types.
 */
export function useSaidLost(frame: BookingFrame): { answer?: Told; unasked: boolean } {
  const { formData, state } = useStepFetcher(frame.step)
  const answer = useStepAnswer(frame)
  const keeps = useRef(false)
  const said = useRef<{ answer?: Told; unasked: boolean }>({ answer, unasked: false })
  if (formData) keeps.current = formData.get('intent') === 'keep'
  const stillLost = said.current.answer?.unreachable && answer?.unreachable
  if (!keeps.current) said.current = { answer, unasked: false }
  else if (state !== 'submitting' && !stillLost) said.current = { answer, unasked: true }
  return said.current
}

/**
 * What the last press sent, until the step is drawn from its answer. The router takes a fetcher's form away a moment before it
 * hands out what was loaded for it; a page drawn between the two would show the choice as it was, and the next press send it.
 */
export function useSentForm({ step, draft }: BookingFrame): FormData | undefined {
  const { formData, data } = useStepFetcher(step)
  const sent = useRef({ formData, draft, data })
  if (formData) sent.current = { formData, draft, data }
  const last = sent.current
  return last.draft === draft && last.data === data ? last.formData : undefined
}
