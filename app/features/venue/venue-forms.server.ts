import { z } from 'zod'
import { type CalendarDate, parseClockTime } from '~/domain/calendar'
import { INCLUSIONS } from '~/domain/packages'
import { passwordFormFault } from '~/domain/password'
import { scheduleFaults } from '~/domain/slots'
import { newPassword, ownPassword, staffEmail, staffName, staffPhone } from '~/features/staff/staff-forms.server'
import {
  dateField,
  imagesField,
  judged,
  onOff,
  requiredText,
  rupeesField,
  versionField,
  webLink,
  wholeNumber,
} from '~/platform/form-fields.server'

export const cityForm = z.object({
  name: requiredText('Name', 60),
  status: onOff('Status'),
  version: versionField,
})
export type CityValues = z.output<typeof cityForm>

const ids = z.array(z.string().max(32)).max(200).default([])

const location = z.object({
  name: requiredText('Name', 80),
  address: requiredText('Address', 300),
  addressLink: webLink('Address map link'),
  cityId: requiredText('City', 32),
  status: onOff('Status'),
  images: imagesField(0, 1),
  adminName: staffName,
  adminEmail: staffEmail,
  adminNumber: staffPhone,
  addonIds: ids,
  giftIds: ids,
  ownPassword,
  version: versionField,
})

const keptPassword = judged(
  (text) => (text ? passwordFormFault(text) : undefined),
  (text) => text,
).transform((text) => text || undefined)

/** A new location needs its admin's password; on an edit a blank one keeps the old (rule K15). */
export const locationForm = {
  add: location.extend({ adminPassword: newPassword }),
  edit: location.extend({ adminPassword: keptPassword }),
}
export const deleteLocationForm = z.object({ ownPassword })
export type LocationValues = z.output<typeof locationForm.edit>

const clockTime = (label: string) =>
  z
    .string()
    .default('')
    .transform((text, check) => {
      const time = parseClockTime(text)
      if (time) return time
      check.addIssue({ code: 'custom', message: `${label} is required` })
      return z.NEVER
    })

const slots = z
  .array(z.object({ from: clockTime('From'), to: clockTime('To') }))
  .max(24)
  .default([])
  .superRefine((schedule, check) => {
    for (const { index, message } of scheduleFaults(schedule)) {
      check.addIssue({ code: 'custom', path: [index, 'to'], message })
    }
  })

const customPrices = z
  .array(z.object({ date: dateField('Date'), price: rupeesField('Price') }))
  .max(100)
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
  id: z.string().max(32).optional(),
  name: requiredText('Package name', 60),
  price: rupeesField('Package price'),
  inclusions: z.array(z.enum(INCLUSIONS)).max(INCLUSIONS.length).default([]),
  customPrices,
})

export const screenForm = z
  .object({
    name: requiredText('Name', 60),
    capacity: wholeNumber('Capacity', 1, 500),
    minPeople: wholeNumber('Min People', 1, 500),
    extraPersonPrice: rupeesField('Extra Person Price'),
    description: requiredText('Description', 1_000),
    specifications: z.array(requiredText('Specification', 80)).max(30).default([]),
    images: imagesField(0, 5),
    locationId: requiredText('Location', 32),
    status: onOff('Status'),
    slots,
    packages: z.array(onePackage).max(20).default([]),
    version: versionField,
  })
  .superRefine(({ minPeople, capacity }, check) => {
    if (minPeople > capacity) {
      check.addIssue({ code: 'custom', path: ['minPeople'], message: 'Min People can be at most the capacity' })
    }
  })
export type ScreenValues = z.output<typeof screenForm>
