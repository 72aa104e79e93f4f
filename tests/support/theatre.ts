import { sql } from 'drizzle-orm'
import type { Database } from '~/db/client.server'
import { newId } from '~/db/new-id'
import * as schema from '~/db/schema'
import type { CalendarDate, ClockTime } from '~/domain/calendar'
import { type Draft, emptyDraft } from '~/domain/draft'
import { rupees } from '~/domain/money'
import type { StaffDraft } from '~/features/flow/staff-draft.server'
import type { ActingStaff } from '~/features/staff/staff-scope.server'

/** A date that a test writes down. */
export const date = (text: string) => text as CalendarDate
/** A time that a test writes down. */
export const time = (text: string) => text as ClockTime

/** The day most tests book: a Friday, eleven days after the test clock's start. */
export const VISIT = date('2027-03-12')

interface TestScreen {
  id: string
  /** Slot ids by their start, `10:00`. */
  slots: Record<string, string>
  basic: string
  celebration: string
}

/** A small business: one city, two locations, a screen at the first and two at the second, a catalogue, coupons. */
export interface Theatre {
  cityId: string
  /** Aurora's. */
  locationId: string
  /** Celeste's and Velvet's. */
  otherLocationId: string
  aurora: TestScreen
  celeste: TestScreen
  items: Record<'birthday' | 'ledName' | 'confetti' | 'truffle' | 'redVelvet' | 'roses', string>
}

const SLOTS = ['10:00-13:00', '13:00-16:00', '19:00-22:00', '22:30-00:30']

/** Opens the theatre: packages at ₹1,499 (Basic) and ₹2,499 (Celebration, with cake), 2–8 people, ₹200 an extra person. */
export async function openTheatre(db: Database): Promise<Theatre> {
  const cityId = newId()
  const [locationId, otherLocationId] = [newId(), newId()]
  const place = { cityId, address: '80 Feet Road', addressLink: 'https://maps.example/koramangala' }
  const { screens, slots, packages } = screensOf(
    { locationId, name: 'Aurora' },
    { locationId: otherLocationId, name: 'Celeste' },
  )
  const items = {
    birthday: newId(),
    ledName: newId(),
    confetti: newId(),
    truffle: newId(),
    redVelvet: newId(),
    roses: newId(),
  }
  const plain = { description: '', position: 1, image: null, special: false, specialPrice: null }
  const coupon = { active: true, scrollCoupon: false, scrollingText: '' }
  const city = db.insert(schema.cities).values({ id: cityId, name: 'Bengaluru' })
  const locations = db.insert(schema.locations).values([
    { ...place, id: locationId, name: 'Koramangala' },
    { ...place, id: otherLocationId, name: 'Indiranagar' },
  ])
  const catalogue = db.insert(schema.catalogueItems).values([
    { ...plain, id: items.birthday, kind: 'occasion', name: 'Birthday', price: rupees(0) },
    { ...plain, id: items.ledName, kind: 'addon', name: 'LED Name', price: rupees(299) },
    { ...plain, id: items.confetti, kind: 'addon', name: 'Confetti', price: rupees(149) },
    { ...plain, id: items.truffle, kind: 'cake', name: 'Chocolate Truffle', price: rupees(599) },
    {
      ...plain,
      id: items.redVelvet,
      kind: 'cake',
      name: 'Red Velvet',
      price: rupees(799),
      special: true,
      specialPrice: rupees(150),
    },
    { ...plain, id: items.roses, kind: 'gift', name: 'Rose Bouquet', price: rupees(399) },
  ])
  const coupons = db.insert(schema.coupons).values([
    { ...coupon, code: 'TENTH', type: 'percentage', discount: 1_000, expireDate: date('2027-12-31') },
    { ...coupon, code: 'HOUSE', type: 'fixed', discount: 1_000_000, expireDate: date('2027-12-31') },
  ])
  // one statement takes half as long as one for each table
  await db.execute(sql`
    with city as ${city}, locations as ${locations},
      screens as ${db.insert(schema.screens).values(screens)},
      slots as ${db.insert(schema.screenSlots).values(slots)},
      packages as ${db.insert(schema.packages).values(packages)},
      catalogue as ${catalogue}, coupons as ${coupons}
    select`)
  const [aurora, celeste] = screens.map(({ id }): TestScreen => {
    const own = packages.filter(({ screenId }) => screenId === id).map((one) => one.id)
    const starts = slots.filter(({ screenId }) => screenId === id).map((slot) => [slot.from, slot.id])
    return { id, slots: Object.fromEntries(starts), basic: own[0] ?? '', celebration: own[1] ?? '' }
  })
  if (!aurora || !celeste) throw new Error('The theatre has two screens.')
  return { cityId, locationId, otherLocationId, aurora, celeste, items }
}

type ScreenPlace = { locationId: string; name: string }

/** The rows of two screens, their slots and their packages. */
function screensOf(...places: [ScreenPlace, ScreenPlace]) {
  const screens = places.map((place) => ({
    ...place,
    id: newId(),
    capacity: 8,
    minPeople: 2,
    extraPersonPrice: rupees(200),
    description: '',
  }))
  const slots = screens.flatMap(({ id: screenId }) =>
    SLOTS.map((slot) => {
      const [from = '', to = ''] = slot.split('-')
      return { id: newId(), screenId, from: time(from), to: time(to) }
    }),
  )
  const dolby = '4k Dolby Theater'
  const packages = screens.flatMap(({ id: screenId }) => [
    { id: newId(), screenId, name: 'Basic', price: rupees(1_499), position: 1, inclusions: [dolby] },
    {
      id: newId(),
      screenId,
      name: 'Celebration',
      price: rupees(2_499),
      position: 2,
      inclusions: [dolby, 'Decoration', 'Cake'],
    },
  ])
  return { screens, slots, packages }
}

let people = 0

/** A complete draft by a customer of its own: Basic at Aurora for two, VISIT at 19:00; ₹1,499. */
export function basicDraft(theatre: Theatre, changes: Partial<Draft> = {}): Draft {
  people++
  return {
    ...emptyDraft(newId()),
    cityId: theatre.cityId,
    locationId: theatre.locationId,
    screenId: theatre.aurora.id,
    date: VISIT,
    slotId: theatre.aurora.slots['19:00'],
    customer: { name: 'Meera Krishnan', email: `meera.${people}@gmail.com`, number: String(9_845_000_000 + people) },
    people: 2,
    termsAccepted: true,
    packageId: theatre.aurora.basic,
    occasionId: theatre.items.birthday,
    ...changes,
  }
}

/** A celebration with everything: 4 people, LED lettering, two cakes, roses; ₹4,436. */
export const fullDraft = (theatre: Theatre, changes: Partial<Draft> = {}): Draft =>
  basicDraft(theatre, {
    people: 4,
    packageId: theatre.aurora.celebration,
    celebrantName: 'Aarav',
    addons: [{ id: theatre.items.ledName, count: 1 }],
    ledName: 'AARAV MEHTA',
    cakes: [
      { id: theatre.items.redVelvet, count: 1 },
      { id: theatre.items.truffle, count: 1 },
    ],
    gifts: [{ id: theatre.items.roses, count: 1 }],
    ...changes,
  })

/** The same party at the other location's screen. */
export const atCeleste = (theatre: Theatre, slot = '19:00'): Partial<Draft> => ({
  locationId: theatre.otherLocationId,
  screenId: theatre.celeste.id,
  slotId: theatre.celeste.slots[slot],
  packageId: theatre.celeste.basic,
})

/** The business's owner, as whoever acts. */
export const OWNER: ActingStaff = { id: 'owner', name: 'Asha Rao', role: 'super-admin', locationId: null }

/** A draft of staff's as a page has it open. */
export const openedByStaff = (content: StaffDraft) => ({
  storedDraft: { ...content, id: newId(), version: 1, trail: [], savedAt: new Date() },
  mark: { version: 1, page: 'page' },
  editing: content.editing,
  desk: content.desk,
})

/** The admin of one location. */
export const locationAdmin = (locationId: string): ActingStaff => ({
  id: 'manager',
  name: 'Vikram Shetty',
  role: 'location-admin',
  locationId,
})

/** Somebody of a location's front desk. */
export const frontDesk = (locationId: string): ActingStaff => ({
  id: 'desk',
  name: 'Sonu Das',
  role: 'front-desk',
  locationId,
})
