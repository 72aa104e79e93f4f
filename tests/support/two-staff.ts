import { asc } from 'drizzle-orm'
import { beforeEach } from 'vitest'
import { bookings, staffDrafts } from '~/db/schema'
import type { StaffDraft } from '~/features/flow/staff-draft.server'
import type { AppContext } from '~/platform/context.server'
import { serveHere, signedIn } from './addresses'
import type { TheatreApp } from './app'
import { bookAtDesk } from './purchase'
import type { StaffTab } from './staff-tab'
import { basicDraft, locationAdmin, OWNER } from './theatre'

export const DETAILS = '/booking/customerDetails'
export const OCCASIONS = '/booking/otherdetails/occasions'
export const PACKAGES = '/booking/otherdetails/packages'
export const PAYMENT = '/booking/payment'

/** The owner and Koramangala's admin, each signed in, and what they do in the tabs of their browsers. */
export function useTwoStaff(app: TheatreApp) {
  /** Their cookies. */
  const cookies = { owner: '', manager: '' }
  beforeEach(async () => {
    serveHere(app.context)
    cookies.owner = await signedIn(app, OWNER)
    cookies.manager = await signedIn(app, locationAdmin(app.theatre.locationId))
  })

  /** Somebody as typed into the details, known by a letter and a digit. */
  const person = (letter: string, digit: number) => ({
    name: `Person ${letter}`,
    email: `${letter.toLowerCase()}@gmail.com`,
    number: `984500000${digit}`,
    people: '2',
    terms: 'on',
  })

  /** A booking that stands, by the time of its slot at Aurora. */
  const book = async (slot: string) =>
    (await bookAtDesk(app, basicDraft(app.theatre, { slotId: app.theatre.aurora.slots[slot] }))).bookingId

  async function edit(tab: StaffTab, bookingId: string) {
    await tab.begin(`/booking/edit/${bookingId}`)
    return tab.open(DETAILS)
  }
  const details = (tab: StaffTab, letter: string, digit: number) =>
    tab.answer(DETAILS, { ...person(letter, digit), intent: 'next' })
  const pay = (tab: StaffTab, advance: number, version = '1') =>
    tab.step(PAYMENT, { advance: String(advance), mode: 'cash', note: `Note ${advance}`, version })

  /** What each booking says. */
  const facts = async ({ db }: AppContext) =>
    (await db.query.bookings.findMany({ with: { payments: true }, orderBy: asc(bookings.slotFrom) })).map((row) => [
      row.customerName,
      row.customerEmail,
      row.customerNumber,
      row.visitDate,
      row.slotFrom,
      row.celebrantName,
      row.note,
      row.version,
      row.payments.map(({ amount }) => amount),
    ])

  /** What bookings and drafts say, without the ids that are made anew in every order. */
  async function state(context: AppContext): Promise<string> {
    const drafts = (await context.db.select().from(staffDrafts)).map(({ staffId, version, content }) => {
      const { draft, done, ...rest } = content as StaffDraft
      return JSON.stringify([staffId, version, Boolean(done), rest, draft && { ...draft, attemptId: '' }])
    })
    return JSON.stringify([await facts(context), drafts.sort()])
  }

  return { cookies, person, book, edit, details, pay, facts, state }
}
