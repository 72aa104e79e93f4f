import { JSDOM } from 'jsdom'
import { expect, test } from 'vitest'
import { QuantityInput } from '~/ui/quantity-input'
import { drawn } from '../support/drawn'

test.each([
  [19, true],
  [20, false],
])('of %s without scripts another one of 20 can be added: %s', async (count, can) => {
  const given = { name: 'Perfume', count, less: 'less:p', more: 'more:p', max: 20, addClass: '' }
  const page = await drawn({ element: <QuantityInput {...given} /> })
  expect(new JSDOM(page).window.document.querySelector('[value="more:p"]')?.matches(':enabled')).toBe(can)
})
