import type { ClientActionFunctionArgs } from '@remix-run/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { sendFirst } from '~/ui/send-first'
import { clientAction } from '~/ui/unreachable'

describe('steps of a booking go out one after the other', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  /** Sends a form from a page; answers how far it has come, and how the server answers it or the browser gives it up. */
  function sent(path: string) {
    const form = { state: 'waits', answer: () => {}, giveUp: () => {} }
    const serverAction = () => {
      form.state = 'on its way'
      return new Promise((resolve, reject) => {
        form.answer = () => resolve({})
        form.giveUp = () => reject(new DOMException('superseded', 'AbortError'))
      })
    }
    const request = new Request(`http://localhost:3000${path}`, { method: 'POST' })
    void clientAction({ request, params: {}, serverAction } as unknown as ClientActionFunctionArgs).then(
      () => Object.assign(form, { state: 'answered' }),
      () => Object.assign(form, { state: 'given up' }),
    )
    return form
  }
  const soon = () => vi.advanceTimersByTimeAsync(1)

  test('the next one once the one before is answered, or given up', async () => {
    const [typed, chosen, next] = [sent('/booking/otherdetails/addons'), sent('/booking/slots'), sent('/booking/slots')]
    const states = () => [typed.state, chosen.state, next.state]
    await soon()
    expect(states()).toEqual(['on its way', 'waits', 'waits'])
    typed.answer()
    await soon()
    expect(states()).toEqual(['answered', 'on its way', 'waits'])
    chosen.giveUp()
    await soon()
    expect(states()).toEqual(['answered', 'given up', 'on its way'])
    next.answer()
    await soon()
  })

  test('after what was left typed, which waits for what is on its way', async () => {
    const kept = sent('/booking/otherdetails/addons')
    const left = { state: 'waits', answer: () => {} }
    void sendFirst(() => {
      left.state = 'on its way'
      return new Promise((resolve) => Object.assign(left, { answer: resolve }))
    })
    const chosen = sent('/booking/otherdetails/occasions')
    const states = () => [kept.state, left.state, chosen.state]
    await soon()
    expect(states()).toEqual(['on its way', 'waits', 'waits'])
    kept.answer()
    await soon()
    expect(states()).toEqual(['answered', 'on its way', 'waits'])
    left.answer()
    await soon()
    expect(states()).toEqual(['answered', 'on its way', 'on its way'])
    chosen.answer()
    await soon()
  })

  test('nobody waits longer than ten seconds', async () => {
    const [lost, chosen, contact] = [sent('/booking/slots'), sent('/booking/screens'), sent('/admin/preparation')]
    await vi.advanceTimersByTimeAsync(9_900)
    expect([lost.state, chosen.state]).toEqual(['on its way', 'waits'])
    await vi.advanceTimersByTimeAsync(200)
    expect([lost.state, chosen.state, contact.state]).toEqual(['on its way', 'on its way', 'on its way'])
    lost.answer()
    chosen.answer()
    await vi.advanceTimersByTimeAsync(10_000)
  })
})
