import { Form, Link } from '@remix-run/react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { isLeftOut } from '~/domain/caller-details'
import { NAME_MAX } from '~/domain/customer-details'
import { ITEM_KINDS } from '~/domain/draft'
import { EMAIL_MAX } from '~/domain/email-address'
import { formatRupees } from '~/domain/money'
import { DESK_MODES, modeName } from '~/domain/payment-mode'
import { standingFaults } from '~/domain/standing-faults'
import { LONGEST } from '~/domain/text-limits'
import { SignedOut, SignInAgain } from '~/features/flow/overtaken-alert'
import { PriceLines } from '~/features/flow/price-lines'
import { links } from '~/links'
import { ANSWERED_HERE } from '~/ui/answered-here'
import { Button } from '~/ui/button'
import { ErrorSummary } from '~/ui/error-summary'
import { FormPanel } from '~/ui/form-panel'
import { LeaveGuard } from '~/ui/leave-guard'
import { UnreachableAlert } from '~/ui/unreachable'
import { UNWHEELED } from '~/ui/unwheeled'
import { useLeading } from '~/ui/use-leading'
import { CallerCard } from './caller-card'
import { HoldFields } from './hold-fields'
import type { PhoneBookingPage } from './phone-booking.server'
import type { PhoneFaults } from './phone-faults'
import { PhoneField as Field } from './phone-field'
import { PhoneWants } from './phone-wants'
import { type Touched, useFollowed } from './use-followed'
import { useFollowedForm } from './use-followed-form'

interface PhoneFormProps {
  page: PhoneBookingPage
  /** Why it was not booked, by field. */
  faults: PhoneFaults | null
  /** Whether what stands in the form is saved among the person's unfinished bookings. */
  saved: boolean
}

/** A telephone booking on one page: who calls, when and where, what they want; the quote follows what is typed. */
export function PhoneBookingForm({ page: given, faults: refused, saved: savedBefore }: PhoneFormProps) {
  const { element, follow, sent, answer, told, touched, timesSaved } = useFollowedForm(given)
  const page = answer?.page ?? given
  const { form } = page
  const { faults, correct } = useStandingFaults(refused, given, page)
  const atFields = { ...faults, ...page.said }
  const filledIn = useRef(form.filledIn)
  useEffect(() => {
    // who was recognised is written where nothing was typed, in place of who was recognised by another number
    const before = filledIn.current
    for (const name of ['name', 'email'] as const) {
      const field = element.current?.elements.namedItem(name)
      if (!(field instanceof HTMLInputElement)) continue
      const typed = { ...form, [name]: field.value }
      if (field.value === before[name] || (field.value === '' && !isLeftOut(name, typed, before)))
        field.value = form[name]
    }
    filledIn.current = form.filledIn
  }, [element, form])
  // the first field that is at fault, wherever the button stood
  useLeading(refused, () => element.current?.querySelector<HTMLElement>('[aria-invalid=true]'))
  return (
    <Form
      ref={element}
      method="post"
      // the server says all faults at once, the browser one at a time
      noValidate
      onInput={(event) => {
        correct(event)
        follow(event)
      }}
      onSubmit={sent}
      className="grid items-start gap-5 max-lg:pb-20 xl:grid-cols-[minmax(0,1fr)_22rem]"
    >
      <LeaveGuard savedAs={timesSaved || undefined} wholePage />
      <div>
        {/* Enter in a field works out the quote, so that nobody books unawares */}
        <button
          type="submit"
          formNoValidate
          name="intent"
          value="recalculate"
          className="sr-only"
          tabIndex={-1}
          aria-hidden
        >
          Work out
        </button>
        <input type="hidden" name={ANSWERED_HERE} value="yes" />
        <input type="hidden" name="attempt" value={form.attempt} />
        <input type="hidden" name="filledFor" value={form.filledIn.number} />
        <input type="hidden" name="filledName" value={form.filledIn.name} />
        <input type="hidden" name="filledEmail" value={form.filledIn.email} />
        <input type="hidden" name="wanted" value={form.wanted} />
        <input type="hidden" name="shown" value={page.total} />
        <ErrorSummary
          formId="phone"
          errors={Object.fromEntries(Object.entries(faults ?? {}).map(([name, text]) => [name, [text]]))}
          formErrors={faults?.[''] ? [faults['']] : undefined}
          answer={refused}
        />
        <UnreachableAlert answer={told} unasked />
        {told?.signIn &&
          (told.pressed ? (
            <SignedOut answer={told} />
          ) : (
            // the page asked by itself: nobody who types is led away
            <div role="alert" className="mb-6 rounded-card border border-wrong/50 bg-wrong/10 px-5 py-4 text-sm">
              <SignInAgain to={told.signIn} />
            </div>
          ))}
        <Caller page={page} faults={faults} />
        <Place page={page} faults={atFields} touched={touched} />
        <PhoneWants page={page} faults={atFields} touched={touched} />
      </div>
      <aside className="xl:sticky xl:top-8">
        {(answer?.saved ?? savedBefore) && (
          <p className="mb-3 text-sm text-muted">
            Kept for a week among{' '}
            <Link to={links.adminUnfinished()} data-leaves className="text-champagne underline underline-offset-4">
              your unfinished bookings
            </Link>
            .
          </p>
        )}
        <QuotePanel page={page} faults={faults} />
      </aside>
      <PhoneBar page={page} />
    </Form>
  )
}

/** The faults of the last press that are still said: one that is corrected goes, whatever else is typed. */
function useStandingFaults(refused: PhoneFaults | null, given: PhoneBookingPage, page: PhoneBookingPage) {
  const [corrected, setCorrected] = useState({ refused, names: new Set<string>() })
  const names = corrected.refused === refused ? corrected.names : new Set<string>()
  const correct = ({ target }: FormEvent<HTMLFormElement>) => {
    if (refused && 'name' in target && typeof target.name === 'string')
      setCorrected({ refused, names: new Set([...names, target.name]) })
  }
  const foldOf = (item: string) => ITEM_KINDS.find((kind) => page[kind].some(({ id }) => id === item))
  return { faults: standingFaults(refused, names, foldOf, [given, page]), correct }
}

type PartProps = Pick<PhoneFormProps, 'page' | 'faults'>

function Caller({ page, faults }: PartProps) {
  const { form } = page
  return (
    <FormPanel title="Who calls">
      <div className="grid gap-4 sm:grid-cols-3">
        <Field label="Phone" name="number" faults={faults}>
          <input
            name="number"
            type="tel"
            inputMode="numeric"
            required
            maxLength={LONGEST.phone}
            defaultValue={form.number}
          />
        </Field>
        <Field label="Name" name="name" faults={faults}>
          <input name="name" required maxLength={NAME_MAX} defaultValue={form.name} autoComplete="off" />
        </Field>
        <Field label="Email" name="email" faults={faults}>
          <input name="email" type="email" maxLength={EMAIL_MAX} defaultValue={form.email} autoComplete="off" />
        </Field>
      </div>
      <CallerCard page={page} fault={faults?.approved} />
    </FormPanel>
  )
}

/** The places of each location, in the order in which these come first. */
function byLocation(places: PhoneBookingPage['places']) {
  const found = new Map<string | null, typeof places>()
  for (const place of places) found.set(place.location, [...(found.get(place.location) ?? []), place])
  return found
}

function Place({ page, faults, touched }: PartProps & { touched: Touched }) {
  const { form, limits } = page
  const place = useFollowed<HTMLSelectElement>(form.place, page, touched)
  const people = useFollowed<HTMLInputElement>(form.people, page, touched)
  return (
    <FormPanel title="When and where">
      <div className="grid gap-4 sm:grid-cols-[10rem_minmax(0,1fr)_7rem]">
        <Field label="Date" name="date" faults={faults}>
          <input name="date" type="date" required defaultValue={form.date} />
        </Field>
        <Field label="Room and slot" name="place" faults={faults} hint={page.placeIs}>
          <select ref={place} name="place" required defaultValue={form.place}>
            {page.taken && page.places.length > 0 && <option value="">Choose another slot</option>}
            {[...byLocation(page.places)].map(([location, places]) => {
              const options = places.map(({ value, words }) => (
                <option key={value} value={value}>
                  {words}
                </option>
              ))
              return location === null ? (
                options
              ) : (
                <optgroup key={location} label={location}>
                  {options}
                </optgroup>
              )
            })}
            {!page.places.length && <option value="">{page.said.date ?? 'Nothing is free on this day'}</option>}
          </select>
        </Field>
        <Field label="People" name="people" faults={faults}>
          <input
            ref={people}
            name="people"
            type="number"
            {...UNWHEELED}
            required
            min={limits.min}
            max={limits.max}
            defaultValue={form.people}
          />
        </Field>
        <input type="hidden" name="fewest" value={limits.min} />
      </div>
      {page.taken && <p className="mt-3 text-sm text-wrong">What was chosen is not free on this day.</p>}
    </FormPanel>
  )
}

/** What it comes to, what was paid of it, and the buttons that book or hold. */
function QuotePanel({ page, faults }: PartProps) {
  const { form } = page
  return (
    <FormPanel title="Quote">
      <p className="mb-3 text-sm text-muted">{page.room}</p>
      {page.unfit ? (
        <p aria-live="polite" className="text-sm text-wrong">
          No price for this number of people: {page.unfit.charAt(0).toLowerCase() + page.unfit.slice(1)}.
        </p>
      ) : (
        <PriceLines summary={page.summary} total={page.total} live className="gap-2 text-sm" />
      )}
      {page.notices.map((words) => (
        <p key={words} className="mt-2 text-sm text-wrong">
          {words}
        </p>
      ))}
      <div className="mt-4 grid grid-cols-2 gap-3">
        <Field label="Advance (₹)" name="advance" faults={faults}>
          <input name="advance" required inputMode="decimal" defaultValue={form.advance} autoComplete="off" />
        </Field>
        <Field label="Paid by" name="mode" faults={faults}>
          <select name="mode" defaultValue={form.mode}>
            {DESK_MODES.map((mode) => (
              <option key={mode} value={mode}>
                {modeName(mode)}
              </option>
            ))}
          </select>
        </Field>
      </div>
      <div className="mt-3">
        <Field label="Note" name="note" faults={faults}>
          <input name="note" maxLength={LONGEST.note} defaultValue={form.note} autoComplete="off" />
        </Field>
      </div>
      <div className="mt-4 hidden lg:grid">
        <Button look="gold" name="intent" value="book">
          Book now
        </Button>
      </div>
      <HoldFields page={page} faults={faults} />
      <div className="mt-2 grid">
        <span className="scripting-hidden">
          <Button formNoValidate name="intent" value="recalculate" className="w-full">
            Recalculate
          </Button>
        </span>
      </div>
    </FormPanel>
  )
}

/** What it comes to and the button that books, at the thumb of a phone; below the menu of the back office, where that is open. */
const PhoneBar = ({ page: { total, unfit } }: Pick<PartProps, 'page'>) => (
  <div className="thumb-bar z-20 lg:hidden print:hidden">
    <div className="flex items-center justify-between gap-4 px-4 py-3 sm:px-6">
      <p>
        <span className="block text-xs text-muted">Total</span>
        <span className="figures block text-xl leading-tight text-champagne">{unfit ? '—' : formatRupees(total)}</span>
      </p>
      <Button look="gold" name="intent" value="book" className="min-w-36">
        Book now
      </Button>
    </div>
  </div>
)
