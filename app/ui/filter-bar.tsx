import { Form, Link } from '@remix-run/react'
import { type ComponentProps, type ReactNode, useId, useRef } from 'react'
import { buttonClass } from './button'
import { useFilterForm } from './use-filter-form'

interface FilterBarProps {
  /** Address without any filter. */
  clearTo: string
  filtered: boolean
  /** What the button says; "Show" is for choices alone, which send themselves, and stands only where no scripts run. */
  button?: 'Search' | 'Show'
  children?: ReactNode
  /** Filters that fold away on a phone, behind a box to tick; they stand open while they filter. */
  folded?: ReactNode
  open?: boolean
}

/** A button that has only folded filters to send is no use beside their closed fold. */
const ONCE_OPEN = 'max-md:hidden max-md:peer-checked:inline-flex'

/** The filters of a list: a GET form. With scripts it sends itself, selects at once and typing after a pause. */
export function FilterBar({ clearTo, filtered, button = 'Search', children, folded, open }: FilterBarProps) {
  const fold = useId()
  const form = useRef<HTMLFormElement>(null)
  const { busy, clear, ...handlers } = useFilterForm(form)
  return (
    <Form
      ref={form}
      method="get"
      role="search"
      preventScrollReset
      aria-busy={busy}
      {...handlers}
      className="mb-5 flex flex-wrap items-end gap-3 lg:gap-2 print:hidden"
    >
      {children}
      {folded && (
        <>
          <input id={fold} type="checkbox" defaultChecked={open} className="peer sr-only md:hidden" />
          <label
            htmlFor={fold}
            className="flex min-h-12 items-center rounded-full border border-white/20 px-4 text-sm peer-checked:border-gold peer-focus-visible:outline-2 md:hidden"
          >
            {children ? 'More filters' : 'Filters'}
          </label>
          <span className="hidden peer-checked:contents md:contents">{folded}</span>
        </>
      )}
      <button
        type="submit"
        className={buttonClass(
          'quiet',
          `px-5 ${button === 'Show' ? 'scripting-hidden' : ''} ${children ? '' : ONCE_OPEN}`,
        )}
      >
        {button}
      </button>
      {filtered && (
        <Link
          to={clearTo}
          onClick={(event) => {
            // in a new tab this list stays as it is
            if (event.defaultPrevented || event.metaKey || event.altKey || event.ctrlKey || event.shiftKey) return
            event.preventDefault()
            clear(clearTo)
          }}
          className={buttonClass('plain', 'px-2')}
        >
          Clear
        </Link>
      )}
    </Form>
  )
}

/** What the address asks for and the page cannot follow. */
export const FilterFaults = ({
  faults,
  instead = 'What is shown goes without.',
}: {
  faults: readonly string[]
  instead?: string
}) =>
  faults.length > 0 && (
    <p role="alert" className="mb-4 text-sm text-wrong print:hidden">
      {faults.join('. ')}. {instead}
    </p>
  )

/** An input of a filter with its label above it. */
export function FilterInput({
  label,
  className,
  defaultValue = '',
  ...rest
}: { label: string } & ComponentProps<'input'>) {
  const id = useId()
  return (
    <span className={`grow ${rest.type === 'search' ? 'basis-52 sm:max-w-80 lg:basis-40' : 'basis-36 sm:max-w-48'}`}>
      <label htmlFor={id} className="mb-1 block text-xs text-muted">
        {label}
      </label>
      <input
        id={id}
        {...rest}
        defaultValue={defaultValue}
        className={`control h-12 max-sm:px-3 lg:px-3 lg:text-sm ${className ?? ''}`}
      />
    </span>
  )
}

/**
 * A list of choices, as wide as its longest one but never wider than its cell may be; `asked` is the one that the page is asked for, without it the first. "Clear" goes back to the option marked
 * `data-usual`, else to the first.
 */
export function FilterSelect({
  label,
  asked,
  className,
  ...rest
}: { label: string; asked: string | undefined } & ComponentProps<'select'>) {
  const id = useId()
  return (
    <span className="grow basis-36 sm:max-w-56 lg:basis-28">
      <label htmlFor={id} className="mb-1 block text-xs text-muted">
        {label}
      </label>
      <select
        id={id}
        {...rest}
        defaultValue={asked}
        data-asked={asked}
        className={`control h-12 lg:w-auto lg:min-w-full lg:max-w-56 lg:px-3 lg:text-sm lg:[--chevron-inset:0.625rem] ${className ?? ''}`}
      />
    </span>
  )
}

/**
 * The location dropdown with its All option; a location that is gone stands in it while it is chosen, or where `all` stand in it, and beside
 * them what has lost its location, where `unallocated` things are listed.
 */
export function LocationFilter(props: {
  locations: readonly { id: string; name: string; gone?: boolean }[]
  chosen?: string
  all?: boolean
  /** What an address names for all locations; a list names nothing. */
  everywhere?: string
  /** What an address names for things without a location, where such are listed. */
  unallocated?: string
}) {
  const shown = props.locations.filter(({ id, gone }) => props.all || !gone || id === props.chosen)
  return (
    <FilterSelect label="Location" name="location" asked={props.chosen}>
      <option value={props.everywhere ?? ''}>All</option>
      {shown.map(({ id, name, gone }) => (
        <option key={id} value={id}>
          {gone ? `${name} (deleted)` : name}
        </option>
      ))}
      {props.unallocated && <option value={props.unallocated}>Unallocated</option>}
    </FilterSelect>
  )
}

/** Which location a day is shown for: a choice where there is one, or where it is shown for all; else the address's own goes along. */
export function DayLocation({
  choosing,
  ...rest
}: Omit<Parameters<typeof LocationFilter>[0], 'all' | 'unallocated'> & { choosing?: boolean }) {
  if (choosing || rest.locations.length > 1) return <LocationFilter {...rest} all />
  return rest.chosen && <input type="hidden" name="location" value={rest.chosen} />
}
