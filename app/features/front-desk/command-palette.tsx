import {
  Combobox,
  ComboboxInput,
  ComboboxOption,
  ComboboxOptions,
  Dialog,
  DialogBackdrop,
  DialogPanel,
} from '@headlessui/react'
import { useNavigate } from '@remix-run/react'
import { CalendarCheck, CalendarDays, IndianRupee, type LucideIcon, Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { addDays, formatDate, formatDay, formatWeekday } from '~/domain/calendar'
import { formatRupees } from '~/domain/money'
import { namedDay } from '~/domain/named-day'
import { links } from '~/links'
import type { NavSection } from '~/ui/admin-shell'
import type { DeskFound } from './desk-find.server'
import type { PaletteProps } from './find-button'
import { FEWEST_LETTERS, MOST_FOUND } from './find-limits'

/** One thing to go to. */
interface Goal {
  to: string
  label: string
  detail?: string
  /** What is still to be paid there, in words. */
  due?: string
  icon: LucideIcon
}

/** So long after the last key is asked: a name that is typed is one question, not seven. */
const PAUSE_MS = 150

/** Finds a booking, a day or a page of the back office by what is typed, and goes there. */
export function CommandPalette({ onClose, sections }: PaletteProps) {
  const [typed, setTyped] = useState('')
  const [data, setData] = useState<DeskFound>()
  const navigate = useNavigate()
  const field = useRef<HTMLInputElement>(null)
  const search = typed.trim()
  useEffect(() => {
    const given = new AbortController()
    // not by the router, which would take the page behind it away when nobody answers, and what is typed there
    const ask = async () => {
      const answer = await fetch(links.adminFind({ search }), { signal: given.signal, redirect: 'manual' })
      if (answer.ok) setData((await answer.json()) as DeskFound)
    }
    const timer = setTimeout(() => ask().catch(() => {}), search ? PAUSE_MS : 0)
    return () => {
      clearTimeout(timer)
      given.abort()
    }
  }, [search])

  const answered = data?.search === search
  const days = dayGoals(search, data)
  const goals = [
    ...days,
    ...pageGoals(search, sections).filter(({ label }) => days.every((day) => day.label !== label)),
    // never what an earlier text found: Enter would open another booking than the one that was typed
    ...(answered ? [...caseGoals(data), ...bookingGoals(data)] : []),
  ]
  const nothing = goals.length === 0 && search !== ''
  return (
    <Dialog
      open
      onClose={onClose}
      aria-label="Find"
      // on what is touched Headless UI gives the focus to the dialog itself
      onFocus={(event) => event.target === event.currentTarget && field.current?.focus()}
      className="relative z-50 print:hidden"
    >
      <DialogBackdrop className="fixed inset-0 bg-night/80" />
      <div className="fixed inset-0 overflow-y-auto p-3 pt-20 sm:pt-[12dvh]">
        <DialogPanel className="mx-auto max-w-xl overflow-hidden rounded-card border border-hairline bg-aubergine text-ink shadow-lift">
          <Combobox
            value={null}
            onChange={(goal: Goal | null) => {
              if (!goal) return
              onClose()
              navigate(goal.to)
            }}
          >
            <div className="flex items-center gap-3 border-b border-hairline px-4 focus-within:border-gold">
              <Search aria-hidden className="size-5 shrink-0 text-muted" />
              <ComboboxInput
                ref={field}
                autoFocus
                aria-label="Find"
                placeholder="Code, name, phone, payment, a day, a page"
                autoComplete="off"
                spellCheck={false}
                onChange={(event) => setTyped(event.target.value)}
                // Headless UI closes the list first, which here is all there is
                onKeyDown={(event) => event.key === 'Escape' && onClose()}
                className="min-h-14 w-full bg-transparent text-base text-ink outline-none placeholder:text-muted"
              />
              <button
                type="button"
                onClick={onClose}
                className="-mr-2 min-h-11 shrink-0 rounded-lg px-2 text-sm text-muted hover:bg-white/5"
              >
                Close
              </button>
            </div>
            <ComboboxOptions static modal={false} aria-label="Found" className="max-h-[60dvh] overflow-y-auto p-2">
              {goals.map((goal) => (
                <ComboboxOption
                  key={goal.to}
                  value={goal}
                  className="flex min-h-11 cursor-pointer items-center gap-3 rounded-lg px-3 py-2 text-sm data-focus:bg-plum-light data-focus:text-champagne"
                >
                  <goal.icon aria-hidden className="size-4 shrink-0" />
                  <span className="min-w-0">
                    <span className="block truncate font-medium">{goal.label}</span>
                    {goal.detail && <span className="figures block text-xs text-muted">{goal.detail}</span>}
                  </span>
                  {goal.due && <span className="figures ml-auto shrink-0 text-xs text-champagne">{goal.due}</span>}
                </ComboboxOption>
              ))}
            </ComboboxOptions>
            <p role="status" className={nothing ? 'px-5 pb-5 text-sm text-muted' : 'sr-only'}>
              {nothing &&
                (search.length < FEWEST_LETTERS
                  ? `Type at least ${FEWEST_LETTERS} letters.`
                  : answered && 'Nothing found.')}
            </p>
          </Combobox>
        </DialogPanel>
      </div>
    </Dialog>
  )
}

/** The day that was typed; before anything is, today and tomorrow. */
function dayGoals(search: string, data: DeskFound | undefined): Goal[] {
  if (!data) return []
  const { today } = data
  const tomorrow = addDays(today, 1)
  const day = namedDay(search, today)
  const days = search ? (day ? [day] : []) : [today, tomorrow]
  const names = new Map([
    [today, 'Today'],
    [tomorrow, 'Tomorrow'],
  ])
  return days.map((date) => ({
    to: links.adminToday({ date }),
    label: names.get(date) ?? formatWeekday(date),
    detail: names.has(date) ? formatDay(date) : formatDate(date),
    icon: CalendarDays,
  }))
}

/** The pages whose name has a word that begins with what was typed; before anything is, those of every day. */
function pageGoals(search: string, sections: NavSection[]): Goal[] {
  const wanted = search.toLowerCase()
  const shown = search ? sections : sections.slice(0, 1)
  return shown
    .flatMap(({ entries }) => entries)
    .filter(({ label }) => ` ${label.toLowerCase()}`.includes(` ${wanted}`))
    .map(({ to, label, icon }) => ({ to, label, icon }))
}

/** The payments without a home that were found, where something can be done about them. */
const caseGoals = ({ cases }: DeskFound): Goal[] =>
  cases.map(({ id, title, detail }) => ({ to: links.adminMoney(id), label: title, detail, icon: IndianRupee }))

/** The bookings that were found, and the way to the others when not all of them are shown. */
function bookingGoals({ bookings, search }: DeskFound): Goal[] {
  const goals = bookings.map(({ id, code, name, number, visit, status, heldUntil, due }) => ({
    to: links.adminBooking(id),
    label: `${name}, ${code}`,
    detail: `${visit}, ${number}${status === 'booked' ? '' : `, ${heldUntil ? `held until ${heldUntil}` : status}`}`,
    due: due > 0 ? `${formatRupees(due)} due` : undefined,
    icon: CalendarCheck,
  }))
  const others = { to: links.adminBookings({ search }), label: `All bookings with “${search}”`, icon: Search }
  return bookings.length < MOST_FOUND ? goals : [...goals, others]
}
