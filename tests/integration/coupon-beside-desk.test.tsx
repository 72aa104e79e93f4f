// @vitest-environment jsdom
import { createRequire } from 'node:module'
import { act, type ComponentType, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { paise, rupees } from '~/domain/money'
import { DeskPanel } from '~/features/flow/desk-panel'
import { bringParts } from '~/ui/lazy-part'

// Remix brings no router of its own for a page without a server
const bySide = createRequire(createRequire(import.meta.url).resolve('@remix-run/react'))
const { createMemoryRouter, RouterProvider } = bySide('react-router-dom') as {
  createMemoryRouter(routes: object[]): unknown
  RouterProvider: ComponentType<{ router: unknown }>
}

const HELD = rupees(2_249.1)
const ONLINE = { payment: 'p', online: true, receivedAt: new Date(0), held: HELD, amount: HELD, completes: false }
const WORDS = { attempt: 'booking', version: 1, mark: 'a.b.c.d', mode: 'cash' as const, note: '', mail: null }

/** As `deskStep` answers for a booking that the coupon beside the form makes cost what was received, or no longer. */
const stepOf = (paidInFull: boolean) => ({
  ...{ ...WORDS, advance: HELD, moved: false, moves: [], becomes: '', takenBack: paise(0) },
  ...{ rows: [{ ...ONLINE, fee: paise(0) }], money: { received: HELD, online: HELD, completed: paise(0) } },
  ...{ total: paidInFull ? HELD : rupees(2_499), fullPayment: paidInFull },
})

test('what is paid in full by a coupon beside it is not ticked as paid once that is taken out, and is once it is back', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  await bringParts()
  let setCoupon = (_: boolean) => {}
  function Page() {
    const [coupon, set] = useState(true)
    setCoupon = set
    return <DeskPanel step={stepOf(coupon)} asksApproval={false} answer={undefined} />
  }
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  const router = createMemoryRouter([{ path: '/', element: <Page />, action: () => null }])
  await act(async () => root.render(<RouterProvider router={router} />))
  const form = () => place.querySelector('form') ?? expect.fail('there is no form')
  const sent = () => ['fullPayment', 'wasFullPayment'].map((name) => new FormData(form()).get(name))
  const remaining = () => /Remaining(₹[\d,.]+)/.exec(form().textContent ?? '')?.[1]
  const coupon = (on: boolean) => act(async () => setCoupon(on))
  const note = () => form().querySelector<HTMLTextAreaElement>('[name=note]') ?? expect.fail('there is no note')
  note().value = 'Asked by phone'
  expect([sent(), remaining()]).toEqual([['on', 'on'], '₹0'])
  await coupon(false)
  expect([sent(), remaining()]).toEqual([[null, null], '₹249.90'])
  await coupon(true)
  expect([sent(), remaining()]).toEqual([['on', 'on'], '₹0'])
  await coupon(false)
  const tick = form().querySelector<HTMLInputElement>('[name=fullPayment]') ?? expect.fail('there is no tick')
  await act(async () => tick.click())
  expect([sent(), remaining(), note().value]).toEqual([['on', null], '₹0', 'Asked by phone'])
  await act(async () => root.unmount())
})
