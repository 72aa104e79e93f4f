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
import { formatRupees, formatRupeesExact, type Paise } from '~/domain/money'
import { FigureTile } from './figure-tile'

interface Figures {
  totalIncome: Paise
  currentAmount: Paise
  pendingAmount: Paise
  keptAmount: Paise
  refundedAmount: Paise
  totalBookings: number
  todayBookings: number
  totalScreens: number
  totalCities?: number
  totalLocations?: number
}

/** The figures, each with its definition. */
export function DashboardTiles({ figures, status }: { figures: Figures; status: string }) {
  const which = status === 'all' ? 'all bookings' : `bookings that are ${status}`
  return (
    <dl className="grid grid-cols-2 gap-3 sm:gap-4 md:grid-cols-6">
      <FigureTile
        lead
        label="Total Income"
        icon={IndianRupee}
        value={formatRupees(figures.totalIncome)}
        meaning={`Totals of ${which}, by date of visit`}
      />
      <FigureTile
        lead
        label="Current Amount"
        icon={Wallet}
        value={formatRupeesExact(figures.currentAmount)}
        meaning="Total income minus pending amount"
      />
      <FigureTile
        lead
        label="Pending Amount"
        icon={Hourglass}
        value={formatRupees(figures.pendingAmount)}
        meaning="What is still to be paid for them"
      />
      <FigureTile
        half
        label="Kept Advances"
        icon={PiggyBank}
        value={formatRupees(figures.keptAmount)}
        meaning="What cancelled bookings paid and did not get back, by date of visit"
      />
      <FigureTile
        half
        label="Refunds"
        icon={Undo2}
        value={formatRupees(figures.refundedAmount)}
        meaning="What went or goes back, whatever the status, by date of visit"
      />
      <FigureTile
        label="Total Bookings"
        icon={CalendarCheck}
        value={figures.totalBookings}
        meaning={`How many: ${which}, by date of visit`}
      />
      <FigureTile
        label="Today's Bookings"
        icon={CalendarClock}
        value={figures.todayBookings}
        meaning="Booked visits today, whatever dates and status are chosen"
      />
      <FigureTile
        label="Total Screens"
        icon={Armchair}
        value={figures.totalScreens}
        meaning="Active screens; no filter counts"
      />
      {figures.totalCities !== undefined && (
        <FigureTile
          half
          label="Total Cities"
          icon={Building2}
          value={figures.totalCities}
          meaning="Active cities; no filter counts"
        />
      )}
      {figures.totalLocations !== undefined && (
        <FigureTile
          half
          label="Total Locations"
          icon={MapPin}
          value={figures.totalLocations}
          meaning="Active locations; no filter counts"
        />
      )}
    </dl>
  )
}
