import { readdirSync, readFileSync } from 'node:fs'
import type { ClientActionFunctionArgs } from '@remix-run/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { handIn, putAside, takeBack } from '~/features/flow/left-typed'
import { sendFirst } from '~/ui/send-first'
import { clientAction, draftAction } from '~/ui/unreachable'

describe('steps of a booking go out one after the other', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  /** Something that is sent: how far it has come, and how it is answered, or given up by the browser. */
  function something() {
    const one = { state: 'waits', answer: () => {}, giveUp: () => {} }
    const send = () => {
      one.state = 'on its way'
      return new Promise<void>((resolve, reject) => {
        one.answer = resolve
        one.giveUp = () => reject(new DOMException('superseded', 'AbortError'))
      })
    }
    return [one, send] as const
  }
  function sent(action = draftAction) {
    const [form, send] = something()
    const request = new Request('http://localhost:3000/booking/slots', { method: 'POST' })
    void action({ request, params: {}, serverAction: send } as unknown as ClientActionFunctionArgs).then(
      () => Object.assign(form, { state: 'answered' }),
      () => Object.assign(form, { state: 'given up' }),
    )
    return form
  }
  const statesOf = async (...forms: { state: string }[]) => {
    await vi.advanceTimersByTimeAsync(1)
    return forms.map(({ state }) => state)
  }

  test('the next one once the one before is answered, or given up', async () => {
    const [typed, chosen, next] = [sent(), sent(), sent()]
    expect(await statesOf(typed, chosen, next)).toEqual(['on its way', 'waits', 'waits'])
    typed.answer()
    expect(await statesOf(typed, chosen, next)).toEqual(['answered', 'on its way', 'waits'])
    chosen.giveUp()
    expect(await statesOf(typed, chosen, next)).toEqual(['answered', 'given up', 'on its way'])
    next.answer()
    expect(await statesOf(next)).toEqual(['answered'])
  })

  test('after what was left typed, which waits for what is on its way', async () => {
    const kept = sent()
    const [left, send] = something()
    void sendFirst(send)
    const chosen = sent()
    expect(await statesOf(kept, left, chosen)).toEqual(['on its way', 'waits', 'waits'])
    kept.answer()
    expect(await statesOf(left, chosen)).toEqual(['on its way', 'waits'])
    left.answer()
    expect(await statesOf(chosen)).toEqual(['on its way'])
    chosen.answer()
    expect(await statesOf(chosen)).toEqual(['answered'])
  })

  test('nobody waits longer than ten seconds; other forms do not wait for each other', async () => {
    const [lost, chosen] = [sent(), sent()]
    await vi.advanceTimersByTimeAsync(9_900)
    expect(await statesOf(lost, chosen)).toEqual(['on its way', 'waits'])
    await vi.advanceTimersByTimeAsync(200)
    expect(await statesOf(lost, chosen)).toEqual(['on its way', 'on its way'])
    lost.answer()
    chosen.answer()
    const [ticked, another] = [sent(clientAction), sent(clientAction)]
    expect(await statesOf(ticked, another)).toEqual(['on its way', 'on its way'])
  })

  test('what was left typed and is not answered keeps no form longer either, and is given up', async () => {
    const typed: RequestInit[] = []
    vi.stubGlobal('fetch', (_: string, init: RequestInit) => {
      typed.push(init)
      return new Promise(() => {})
    })
    // as in Safari of iOS 15
    vi.stubGlobal('AbortSignal', {})
    putAside('/booking/otherdetails/addons', [['ledName', 'ANANYA']])
    void handIn()
    const chosen = sent()
    await vi.advanceTimersByTimeAsync(9_900)
    expect(await statesOf(chosen)).toEqual(['waits'])
    expect(typed.map(({ signal }) => signal?.aborted)).toEqual([false])
    await vi.advanceTimersByTimeAsync(200)
    expect(await statesOf(chosen)).toEqual(['on its way'])
    // it is not to arrive after what is chosen later
    expect(typed.map(({ signal }) => signal?.aborted)).toEqual([true])
    chosen.answer()
    takeBack('/booking/otherdetails/addons')
  })

  test('from every page whose forms change a draft', () => {
    const routes = readdirSync('app/routes', { recursive: true, encoding: 'utf8' }).filter((one) =>
      one.endsWith('.tsx'),
    )
    const saving = routes
      .map((one) => readFileSync(`app/routes/${one}`, 'utf8'))
      .filter((text) => text.includes('ui/unreachable') && /saveDraft|takeEvening|answerStep|stepResponse/.test(text))
    expect(saving.length).toBeGreaterThan(8)
    for (const text of saving) expect(text).toContain("export { draftAction as clientAction } from '~/ui/unreachable'")
  })
})
