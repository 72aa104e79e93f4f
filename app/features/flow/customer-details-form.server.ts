import { z } from 'zod'
import {
  type CustomerField,
  customerFaults,
  fewestPeople,
  normalizePhone,
  type PeopleLimits,
  staffEmailFault,
} from '~/domain/customer-details'
import { tidyEmail } from '~/domain/email-address'
import { oneLine, withoutInvisible } from '~/domain/visible-text'
import { wholeOf } from '~/domain/whole-number'

/** A name keeps its joiners, which scripts of India need; an address and a number have none. */
const tidy = (text: string) => withoutInvisible(text).trim()

/** The customer details step: every field is read, the domain says what is wrong, each fault goes to its field. */
export function customerDetailsForm(limits: PeopleLimits, { staff }: { staff: boolean }) {
  return z
    .object({
      name: z.string().transform(oneLine).default(''),
      email: z.string().transform(tidyEmail).default(''),
      number: z.string().transform(tidy).default(''),
      people: z
        .string()
        .optional()
        .catch('')
        .transform((text) => (text === undefined ? fewestPeople(limits) : (wholeOf(text) ?? Number.NaN))),
      terms: z
        .literal('on')
        .optional()
        .transform((ticked) => ticked === 'on'),
    })
    .superRefine((details, check) => {
      const faults = customerFaults(details, limits)
      const excused: CustomerField[] = staff ? ['email', 'terms'] : []
      for (const [field, message] of Object.entries(faults)) {
        if (!excused.includes(field as CustomerField)) check.addIssue({ code: 'custom', path: [field], message })
      }
      const message = staff ? staffEmailFault(details.email) : undefined
      if (message) check.addIssue({ code: 'custom', path: ['email'], message })
    })
    .transform((details) => ({ ...details, number: normalizePhone(details.number) }))
}
