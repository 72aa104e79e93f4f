// @vitest-environment jsdom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { HoldFields } from '~/features/front-desk/hold-fields'
import type { PhoneBookingPage } from '~/features/front-desk/phone-booking.server'

const END = { until: '2:00 PM', cut: false }
/** What the page has of a hold that may end so; the rest of it is not read here. */
const pageWith = (deadline: string, ...offered: string[]) =>
  ({
    form: { deadline, place: 'aurora:evening', time: '', sum: 'advance', own: '' },
    ...{ deadlines: offered.map((choice) => ({ choice, ...END })), advanceSum: 50_000, total: 149_900 },
    ...{ room: 'Aurora', unfit: null },
  }) as unknown as PhoneBookingPage

test('a choice that is offered no more leaves another one chosen, and one that is offered stays', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  const form = document.body.appendChild(document.createElement('form'))
  const root = createRoot(form)
  const show = (page: PhoneBookingPage) => act(async () => root.render(<HoldFields page={page} faults={null} />))
  const sent = () => new FormData(form).get('deadline')
  const press = (choice: string) => act(async () => form.querySelector<HTMLInputElement>(`[value=${choice}]`)?.click())
  await show(pageWith('two-hours', 'half-hour', 'two-hours', 'tonight'))
  expect(sent()).toBe('two-hours')
  await press('tonight')
  await show(pageWith('tonight', 'half-hour', 'two-hours', 'tonight'))
  expect(sent()).toBe('tonight')
  await show(pageWith('half-hour', 'half-hour', 'two-hours'))
  expect(sent()).toBe('half-hour')
  await press('two-hours')
  await show(pageWith('half-hour', 'half-hour', 'two-hours', 'tonight'))
  expect(sent()).toBe('two-hours')
  await show(pageWith('half-hour', 'half-hour'))
  expect(sent()).toBe('half-hour')
  await act(async () => root.unmount())
})
