import { Form, Link, useActionData, useLocation, useNavigate, useNavigation, useSubmit } from '@remix-run/react'
import { type ComponentProps, type FocusEvent, type FormEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { tellBegunForm } from './begun-form'
import { buttonClass } from './button'
import { controlClass } from './control-class'
import { isControl, useAskedControls } from './use-asked-controls'
import { useBrowserLayoutEffect } from './use-browser-layout-effect'

/** How long a search waits for the next letter; Enter does not wait (rule V9). */
const DEBOUNCE_MS = 2_000

/** What the way to a list without filters carries: the controls say so already. */
const CLEARED = 'cleared'

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
  const submit = useSubmit()
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>()
  const { state, location, formMethod } = useNavigation()
  const { pathname } = useLocation()
  const controls = useAskedControls(form)
  /** Whether something is to be sent once what is under way has come. */
  const due = useRef(false)
  const stopWaiting = () => {
    clearTimeout(timer.current)
    due.current = false
    controls.waiting.clear()
  }
  useEffect(() => {
    // what was chosen before the scripts came is asked too
    if (form.current) tellBegunForm(form.current)
  }, [])
  // nothing is sent to another list
  useBrowserLayoutEffect(() => stopWaiting, [pathname])
  // what was pressed meanwhile is not taken back by what was typed before
  const leaves = useRef(false)
  leaves.current = location !== undefined && (location.pathname !== pathname || formMethod !== 'GET')
  // what is being saved is not broken off, and what a link asks of this list is not taken back: what is chosen is asked of what comes
  const led = location?.pathname === pathname && formMethod === undefined && location.state !== CLEARED
  const comesFirst = formMethod === 'POST' || led
  const refused = useActionData() !== undefined
  const saves = useRef(false)
  useEffect(() => {
    if (state !== 'idle') {
      saves.current = formMethod === 'POST'
      return
    }
    const stays = saves.current && refused
    saves.current = false
    if (stays) {
      // what is sent now would take the refusal away
      stopWaiting()
      controls.restore()
    } else if (due.current) send()
  })
  const replaces = useRef(false)
  /** Sends the form as its button does, but without a step to go back to; what keeps pages from being left keeps this too. */
  const send = () => {
    clearTimeout(timer.current)
    due.current = false
    replaces.current = true
    form.current?.requestSubmit()
    replaces.current = false
  }
  const submitted = (event: FormEvent<HTMLFormElement>) => {
    if (event.defaultPrevented) return controls.restore()
    event.preventDefault()
    if (comesFirst) {
      due.current = true
      return
    }
    stopWaiting()
    // known at once: a list that is still being drawn would take back what was chosen meanwhile
    submit(event.currentTarget, { replace: replaces.current, preventScrollReset: true, flushSync: true })
  }
  const sendLater = () => {
    timer.current = setTimeout(() => (leaves.current ? sendLater() : send()), DEBOUNCE_MS)
  }
  const change = (event: FormEvent<HTMLFormElement>) => {
    const { target } = event
    // what only folds and unfolds asks for nothing
    if (!(isControl(target) && target.name)) return
    clearTimeout(timer.current)
    controls.waiting.add(target)
    if (target.type === 'search') sendLater()
    else if (comesFirst) due.current = true
    else send()
  }
  const leave = ({ target }: FocusEvent) => {
    if (isControl(target)) controls.leave(target)
  }
  return (
    <Form
      ref={form}
      method="get"
      role="search"
      preventScrollReset
      aria-busy={state === 'loading'}
      onInput={change}
      onBlur={leave}
      onSubmit={submitted}
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
            stopWaiting()
            controls.clear()
            navigate(clearTo, { flushSync: true, state: CLEARED })
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
        className={`${controlClass} h-12 max-sm:px-3 lg:px-3 lg:text-sm ${className ?? ''}`}
      />
    </span>
  )
}

/**
 * A list of choices; `asked` is the one that the page is asked for, without it the first. "Clear" goes back to the option marked
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
        className={`${controlClass} h-12 lg:w-auto lg:min-w-full lg:px-3 lg:text-sm ${className ?? ''}`}
      />
    </span>
  )
}

/** The location dropdown with its All option; a location that is gone stands in it while it is chosen. */
export function LocationFilter(props: {
  locations: readonly { id: string; name: string; gone?: boolean }[]
  chosen?: string
}) {
  const shown = props.locations.filter(({ id, gone }) => !gone || id === props.chosen)
  return (
    <FilterSelect label="Location" name="location" asked={props.chosen}>
      <option value="">All</option>
      {shown.map(({ id, name, gone }) => (
        <option key={id} value={id}>
          {gone ? `${name} (deleted)` : name}
        </option>
      ))}
    </FilterSelect>
  )
}
