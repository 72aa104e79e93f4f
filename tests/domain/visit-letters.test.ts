import { expect, test } from 'vitest'
import { rupees } from '~/domain/money'
import { lettersAbout, lettersDue, type VisitForLetters } from '~/domain/visit-letters'
import { day, ist, ZONE } from './sample-offers'

// Friday 7 to 10 PM
const VISIT: VisitForLetters = {
  visitDate: day('2027-03-12'),
  during: { from: ist('2027-03-12T19:00:00'), to: ist('2027-03-12T22:00:00') },
  attendance: 'expected',
  toldAt: ist('2027-03-01T12:00:00'),
  due: rupees(500),
}
const at = (text: string) => ist(`2027-03-${text}:00`)

test.each<[string, Partial<VisitForLetters>, string, string[]]>([
  ['the morning before is not there yet', {}, '11T09:59', []],
  ['the day before from ten on', {}, '11T10:00', ['reminder']],
  ['a server that was away sends it later', {}, '12T15:00', ['reminder']],
  ['three hours before, when something is due', {}, '12T16:00', ['due-at-door']],
  ['three hours before, when all is paid', { due: rupees(0) }, '12T16:00', []],
  ['once they are there', { attendance: 'arrived' }, '12T18:30', []],
  ['once it has begun', {}, '12T19:00', []],
  ['booked after its reminder would have gone', { toldAt: at('11T11:00') }, '11T12:00', []],
  ['booked in the last hours', { toldAt: at('12T17:00') }, '12T17:01', []],
  ['the morning after from ten on', { attendance: 'arrived' }, '13T10:00', ['thank-you']],
  ['the morning after, when nobody marked it', {}, '13T10:00', ['thank-you']],
  ['the morning after, when they did not come', { attendance: 'no-show' }, '13T10:00', []],
  [
    'begun after midnight, that very morning',
    { attendance: 'arrived', visitDate: day('2027-03-13'), during: { from: at('13T00:30'), to: at('13T03:30') } },
    '13T10:00',
    ['thank-you'],
  ],
  ['two days later no thanks any more', { attendance: 'arrived' }, '15T10:00', []],
])('letters that are due: %s', (_, change, when, expected) => {
  expect(lettersDue({ ...VISIT, ...change }, at(when), ZONE)).toEqual(expected)
})

test('only visits from three days ago to tomorrow can have one due', () => {
  expect(lettersAbout(day('2027-03-12'))).toEqual(['2027-03-09', '2027-03-13'])
})
