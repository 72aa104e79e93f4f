import { z } from 'zod'
import { type CalendarDate, parseClockTime } from '~/domain/calendar'
import { PEOPLE_MAX } from '~/domain/customer-details'
import { INCLUSIONS } from '~/domain/inclusions'
import { namedTwice } from '~/domain/same-name'
import { scheduleFaults } from '~/domain/slots'
import { LONGEST, LONGEST_READ, MOST } from '~/domain/text-limits'
import {
  atMost,
  dateField,
  imagesField,
  onOff,
  requiredLines,
  requiredText,
  rupeesField,
  versionField,
  wholeNumber,
} from '~/platform/form-fields.server'

export const cityForm = z.object({
  name: requiredText('Name', LONGEST.place),
  status: onOff('Status'),
  version: versionField,
})
/** At which field of the form a refused save stands. */
export const CITY_FAULTS = { 'name-taken': 'name' }
export type CityValues = z.output<typeof cityForm>

const clockTime = (label: string) =>
  z
    .string()
    .default('')
    .transform((text, check) => {
      const time = parseClockTime(text)
      if (time) return time
      check.addIssue({ code: 'custom', message: `${label} ${text ? 'must be a time, as 19:30' : 'is required'}` })
      return z.NEVER
    })

const slots = z
  .array(z.object({ from: clockTime('From'), to: clockTime('To') }))
  .max(MOST.slots, atMost(MOST.slots, 'slots'))
  .default([])
  .superRefine((schedule, check) => {
    for (const { index, message } of scheduleFaults(schedule)) {
      check.addIssue({ code: 'custom', path: [index, 'to'], message })
    }
  })

const customPrices = z
  .array(z.object({ date: dateField('Date'), price: rupeesField('Price') }))
  .max(MOST.specialPrices, atMost(MOST.specialPrices, 'prices on special dates'))
  .default([])
  .superRefine((prices, check) => {
    const seen = new Set<CalendarDate>()
    prices.forEach(({ date }, index) => {
      if (seen.has(date)) {
        check.addIssue({ code: 'custom', path: [index, 'date'], message: 'This date has a price already' })
      }
      seen.add(date)
    })
  })

const onePackage = z.object({
  id: z.string().max(LONGEST_READ.id).optional(),
  name: requiredText('Package name', LONGEST.place),
  price: rupeesField('Package price'),
  inclusions: z
    .array(z.enum(INCLUSIONS))
    .max(INCLUSIONS.length, atMost(INCLUSIONS.length, 'things included'))
    .default([]),
  customPrices,
})

const screen = z
  .object({
    name: requiredText('Name', LONGEST.place),
    capacity: wholeNumber('Capacity', 1, PEOPLE_MAX),
    minPeople: wholeNumber('Min People', 0, PEOPLE_MAX),
    extraPersonPrice: rupeesField('Extra Person Price'),
    description: requiredLines('Description', LONGEST.room),
    specifications: z
      .array(requiredText('Specification', LONGEST.title))
      .max(MOST.specifications, atMost(MOST.specifications, 'specifications'))
      .default([]),
    images: imagesField(0, MOST.roomPictures),
    locationId: requiredText('Location', LONGEST_READ.id),
    status: onOff('Status'),
    slots,
    packages: z.array(onePackage).max(MOST.packages, atMost(MOST.packages, 'packages')).default([]),
    version: versionField,
  })
  .superRefine(({ minPeople, capacity, packages }, check) => {
    if (minPeople > capacity) {
      check.addIssue({ code: 'custom', path: ['minPeople'], message: 'Min People can be at most the capacity' })
    }
    const prices = packages.reduce((sum, { customPrices: own }) => sum + own.length, 0)
    if (prices > MOST.roomPrices) {
      const message = atMost(MOST.roomPrices, 'prices on special dates in one room')
      check.addIssue({ code: 'custom', path: ['packages'], message })
    }
    for (const [at, { id }] of packages.entries()) {
      const twice = id && packages.findIndex((one) => one.id === id) < at
      if (twice)
        check.addIssue({ code: 'custom', path: ['packages', at, 'name'], message: 'This package stands here twice' })
    }
  })

/** The form of a room that has these packages: what comes or is renamed has no other one's name (rule K24). */
export const screenFormOf = (had: readonly { id: string; name: string }[]) =>
  screen.superRefine(({ packages }, check) => {
    for (const at of namedTwice(packages, had)) {
      check.addIssue({ code: 'custom', path: ['packages', at, 'name'], message: PACKAGE_NAMED_TWICE })
    }
  })

const PACKAGE_NAMED_TWICE = 'This room has a package of this name already.'

/** The form of a room that is added. */
export const screenForm = screenFormOf([])
/** At which field of the form a refused save stands. */
export const SCREEN_FAULTS = { 'no-location': 'locationId', 'room-stays': 'locationId' }
export type ScreenValues = z.output<typeof screenForm>
