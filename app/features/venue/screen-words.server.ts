import { formatDate, formatSlot } from '~/domain/calendar'
import { type Described, listInWords } from '~/domain/changes'
import { formatRupees } from '~/domain/money'
import type { SlotTime } from '~/domain/slots'
import type { ScreenValues } from './venue-forms.server'
import type { ScreenRow } from './venue-queries.server'

/** The columns of a screen that its form edits. */
export const screenColumns = (values: ScreenValues) => ({
  name: values.name,
  capacity: values.capacity,
  minPeople: values.minPeople,
  extraPersonPrice: values.extraPersonPrice,
  description: values.description,
  specifications: values.specifications,
  images: values.images,
  locationId: values.locationId,
  active: values.status,
})

export type DescribedScreen = Omit<ReturnType<typeof screenColumns>, 'locationId'> & {
  location: { name: string } | null
  slots: readonly SlotTime[]
  packages: readonly (Omit<ScreenValues['packages'][number], 'id' | 'inclusions'> & { inclusions: readonly string[] })[]
}

/** A screen as it is to be, in the words of the audit log; what it was `before` names the location that it keeps. */
export const describeScreenValues = (before: ScreenRow, values: ScreenValues): Described =>
  describeScreen({
    ...screenColumns(values),
    slots: values.slots,
    packages: values.packages,
    location: values.locationId === before.locationId ? before.location : { name: 'another one' },
  })

/** A screen in the words of the audit log. */
export function describeScreen(screen: DescribedScreen): Described {
  return {
    Name: screen.name,
    Location: screen.location?.name ?? 'Unallocated',
    Capacity: String(screen.capacity),
    'Min People': String(screen.minPeople),
    'Extra Person Price': formatRupees(screen.extraPersonPrice),
    Description: screen.description,
    Specifications: listInWords(screen.specifications),
    Images: listInWords(screen.images),
    Status: screen.active ? 'Active' : 'In Active',
    'Time slots': [...screen.slots]
      .sort((a, b) => a.from.localeCompare(b.from))
      .map((slot) => formatSlot(slot))
      .join(', '),
    Packages: listInWords(
      screen.packages.map(({ name, price, inclusions, customPrices }) => {
        const byDate = [...customPrices].sort((a, b) => a.date.localeCompare(b.date))
        const custom = byDate.map((one) => `${formatDate(one.date)}: ${formatRupees(one.price)}`)
        return [`${name} ${formatRupees(price)}`, inclusions.join(' + '), ...custom].filter(Boolean).join('; ')
      }),
      ' | ',
    ),
  }
}
