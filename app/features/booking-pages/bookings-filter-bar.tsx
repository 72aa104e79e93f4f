import { BOOKING_STATUSES } from '~/domain/booking-status'
import { DAY_ENDS_HOUR } from '~/domain/desk-day'
import { ListSearch } from '~/features/back-office/list-search'
import { links } from '~/links'
import { FilterBar, FilterInput, FilterSelect, LocationFilter } from '~/ui/filter-bar'
import type { BookingFilter } from './booking-queries.server'

interface BookingsFilterBarProps {
  filter: BookingFilter
  /** The dates as they were typed: those that no list follows too. */
  typed: Pick<BookingFilter, 'from' | 'to'>
  /** To choose from; null for whoever sees one alone. */
  locations: Parameters<typeof LocationFilter>[0]['locations'] | null
  filtered: boolean
  /** A chip says what is filtered: the fold need not. */
  byChip: boolean
}

/** What the list of bookings is filtered and, where it has no heads, sorted by. */
export function BookingsFilterBar({ filter, typed, locations, filtered, byChip }: BookingsFilterBarProps) {
  return (
    <FilterBar
      clearTo={links.adminBookings()}
      filtered={filtered}
      open={!byChip && Boolean(filter.locationId || typed.from || typed.to || filter.dateOf || filter.status)}
      folded={
        <>
          {locations && <LocationFilter locations={locations} chosen={filter.locationId} all />}
          <FilterInput label="From" type="date" name="fromDate" defaultValue={typed.from} />
          <FilterInput label="To" type="date" name="toDate" defaultValue={typed.to} />
          <FilterSelect label="Dates are of" name="dateOf" asked={filter.dateOf}>
            <option value="">the visit</option>
            <option value="desk-day">the visit, till {DAY_ENDS_HOUR} AM</option>
            <option value="booked-on">the booking</option>
            <option value="paid-on">the payment</option>
          </FilterSelect>
          <FilterSelect label="Status" name="status" asked={filter.status}>
            <option value="">{filter.search ? 'booked, held and cancelled' : 'booked and cancelled'}</option>
            {BOOKING_STATUSES.map((status) => (
              <option key={status}>{status}</option>
            ))}
            <option value="all">All</option>
          </FilterSelect>
          {/* where the list is a table its heads do */}
          <span className="contents xl:hidden">
            <FilterSelect label="Sorted by" name="sort" asked={filter.sort}>
              <option value="">booked last</option>
              <option value="booked-first">booked first</option>
              <option value="visit-first">visit, earliest</option>
              <option value="visit-last">visit, latest</option>
            </FilterSelect>
          </span>
          {filter.due && <input type="hidden" name="due" value="yes" />}
          {filter.coupon && <input type="hidden" name="coupon" value={filter.coupon} />}
        </>
      }
    >
      <ListSearch searched={filter.search} placeholder="Name, phone, code" />
    </FilterBar>
  )
}
