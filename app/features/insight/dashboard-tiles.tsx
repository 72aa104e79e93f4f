import {
  Armchair,
  Building2,
  CalendarCheck,
  CalendarClock,
  Hourglass,
  IndianRupee,
  MapPin,
  PiggyBank,
  Undo2,
  Wallet,
} from 'lucide-react'
import { type BookingStatus, isBlocking } from '~/domain/booking-status'
import type { figureLists } from '~/domain/figure-lists'
import { formatRupees, formatRupeesExact, type Paise } from '~/domain/money'
import { links } from '~/links'
import { FigureTile, type FigureTileProps } from './figure-tile'

interface Figures {
  totalIncome: Paise
  currentAmount: Paise
  pendingAmount: Paise
  keptAmount: Paise
  refundedAmount: Paise
  totalBookings: number
  todayBookings: number
  totalScreens: number
  /** Told to those who see every location. */
  totalCities?: number
  totalLocations?: number
}

/** What is summed as income: a booking that does not stand any more brings in what was kept (rule M15). */
function incomeOf(status: BookingStatus | 'all'): string {
  if (status === 'all') return 'Totals of bookings that are pending or booked, and what was kept of the others'
  return `${isBlocking(status) ? 'Totals' : 'What was kept'} of bookings that are ${status}`
}

/** What is summed as pending: unlike the desk's day, also what guests who did not come left unpaid (rule M15). */
const pendingOf = (status: BookingStatus | 'all'): string =>
  `What is still to be paid for them${status === 'booked' || status === 'all' ? ', also by guests who did not come' : ''}`

interface DashboardTilesProps {
  figures: Figures
  status: BookingStatus | 'all'
  lists: ReturnType<typeof figureLists>
}

/** The figures, each with its definition, and with the way to the list that comes to it. */
export function DashboardTiles({ figures, status, lists }: DashboardTilesProps) {
  const which = status === 'all' ? 'all bookings' : `bookings that are ${status}`
  const { totalCities, totalLocations } = figures
  const tiles: (Omit<FigureTileProps, 'value'> & { value: FigureTileProps['value'] | undefined })[] = [
    {
      lead: true,
      label: 'Total Income',
      icon: IndianRupee,
      value: formatRupees(figures.totalIncome),
      meaning: `${incomeOf(status)}, by date of visit`,
    },
    {
      lead: true,
      label: 'Current Amount',
      icon: Wallet,
      value: formatRupeesExact(figures.currentAmount),
      meaning: 'Total income minus pending amount',
    },
    {
      lead: true,
      label: 'Pending Amount',
      icon: Hourglass,
      value: formatRupees(figures.pendingAmount),
      meaning: pendingOf(status),
      list: lists.pending && links.adminBookings(lists.pending),
    },
    {
      half: true,
      label: 'Kept Advances',
      icon: PiggyBank,
      value: formatRupees(figures.keptAmount),
      meaning: 'What cancelled bookings paid and did not get back, by date of visit',
    },
    {
      half: true,
      label: 'Refunds',
      icon: Undo2,
      value: formatRupees(figures.refundedAmount),
      meaning: 'What went or goes back, whatever the status, by date of visit',
    },
    {
      label: 'Total Bookings',
      icon: CalendarCheck,
      value: figures.totalBookings,
      list: links.adminBookings(lists.bookings),
      meaning: `How many: ${which}, by date of visit`,
    },
    {
      label: "Today's Bookings",
      icon: CalendarClock,
      value: figures.todayBookings,
      meaning: 'Booked visits today, whatever dates and status are chosen',
    },
    {
      label: 'Total Screens',
      icon: Armchair,
      value: figures.totalScreens,
      meaning: 'Active screens; no filter counts',
    },
    {
      half: true,
      label: 'Total Cities',
      icon: Building2,
      value: totalCities,
      meaning: 'Active cities; no filter counts',
    },
    {
      half: true,
      label: 'Total Locations',
      icon: MapPin,
      value: totalLocations,
      meaning: 'Active locations; no filter counts',
    },
  ]
  return (
    <dl className="@container grid grid-cols-2 gap-3 sm:gap-4 md:grid-cols-6">
      {tiles.map(
        ({ value, ...tile }) => value !== undefined && <FigureTile key={tile.label} value={value} {...tile} />,
      )}
    </dl>
  )
}
