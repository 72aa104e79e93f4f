import { expect, test } from 'vitest'
import { BookingProofs } from '~/features/booking-pages/booking-proofs'
import { drawn } from '../support/drawn'

const LIGHTS = { name: 'ledName' as const, label: 'Led Name', on: 'lights' as const }
const CAKE = { name: 'nameOnCake' as const, label: 'Name On Cake', on: 'cake' as const, text: 'Aarav' }
const MADE = 'It is being made by now.'
const texts = { shown: '', confirmed: false, phone: '9845012345', until: null, cake: undefined }

test('of lights that nobody has told in time is not said that they are being made, but whom to call', async () => {
  const asked = 'We still need the words for your Led Name: please call 9845012345 now.'
  for (const others of [[], [CAKE]]) {
    const proofs = [{ ...LIGHTS, text: '' }, ...others]
    const page = await drawn({
      element: <BookingProofs token="token" texts={{ ...texts, proofs, untold: ['Led Name'], asked }} />,
    })
    expect(page).toContain('Not told yet')
    expect(page).toContain(asked)
    expect(page).not.toContain(MADE)
  }
  const proofs = [{ ...LIGHTS, text: 'AARAV' }]
  const told = await drawn({
    element: <BookingProofs token="token" texts={{ ...texts, proofs, untold: [], asked: undefined }} />,
  })
  expect(told).toContain(`${MADE} If something is wrong, please call 9845012345.`)
})
