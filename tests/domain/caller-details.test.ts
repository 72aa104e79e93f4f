import { expect, it } from 'vitest'
import { callerField, isLeftOut, isOfAnother } from '~/domain/caller-details'

const ANIL = { number: '9845012345', name: 'Anil Rao', email: 'anil@gmail.com' }
const NOBODY = { number: '', name: '', email: '' }

it.each([
  ['nothing typed, somebody known', { ...ANIL, name: '' }, NOBODY, 'Anil Rao', 'Anil Rao'],
  ['nothing typed, nobody known', { ...ANIL, name: '' }, NOBODY, undefined, ''],
  ['typed by hand', { ...ANIL, name: 'Ravi' }, NOBODY, 'Anil Rao', 'Ravi'],
  ['filled in of this number and emptied', { ...ANIL, name: '' }, ANIL, 'Anil Rao', ''],
  ['filled in, emptied, then another number', { ...ANIL, name: '', number: '1' }, ANIL, 'Bina Das', 'Bina Das'],
  [
    'nobody was filled in of this number, who is known by now',
    { ...ANIL, name: '' },
    { ...NOBODY, number: ANIL.number },
    'Anil Rao',
    'Anil Rao',
  ],
  ['filled in, the same number', ANIL, ANIL, 'Anil R.', 'Anil Rao'],
  ['filled in, then a number of somebody else', { ...ANIL, number: '9845012346' }, ANIL, 'Bina Das', 'Bina Das'],
  ['filled in, then a number of nobody', { ...ANIL, number: '9845012346' }, ANIL, undefined, ''],
  ['filled in and changed, then another number', { ...ANIL, number: '1', name: 'Anil' }, ANIL, 'Bina Das', 'Anil'],
])('a caller’s field says what was typed, and what was filled in only of its own number: %s', (_, typed, filled, known, says) => {
  expect(callerField('name', typed, filled, known)).toBe(says)
})

it('nothing is another’s where nothing was filled in, and nothing left out where something stands', () => {
  const nameless = { ...ANIL, name: '' }
  expect(isOfAnother('name', { ...nameless, number: '1' }, nameless)).toBe(false)
  expect(isLeftOut('name', ANIL, ANIL)).toBe(false)
})
