import { and, eq } from 'drizzle-orm'
import { newId } from '~/db/new-id'
import { catalogueItems, screenSlots, screens } from '~/db/schema'
import type { CalendarDate, ClockTime } from '~/domain/calendar'
import { type Draft, emptyDraft } from '~/domain/draft'
import type { AppContext } from '~/platform/context.server'

let made = 0

interface DraftWishes extends Partial<Omit<Draft, 'date'>> {
  screen?: string
  date?: string
  from?: string
  package?: string
}

/** A complete draft of one family, by the names of the demo business; each one has its own phone number. */
export async function completeDraft({ db }: AppContext, wishes: DraftWishes = {}): Promise<Draft> {
  const {
    screen: screenName = 'Aurora',
    date = '2027-01-12',
    from = '17:00',
    package: packageName = 'Basic',
    ...rest
  } = wishes
  const screen = await db.query.screens.findFirst({
    where: eq(screens.name, screenName),
    with: { slots: true, packages: true, location: true },
  })
  const slot = screen?.slots.find((one) => one.from === from)
  const chosen = screen?.packages.find((one) => one.name === packageName)
  const occasion = await db.query.catalogueItems.findFirst({
    where: and(eq(catalogueItems.kind, 'occasion'), eq(catalogueItems.name, 'Movie Night')),
  })
  if (!screen || !slot || !chosen || !occasion) throw new Error(`The demo has no ${screenName} ${from} ${packageName}.`)
  const mark = String(++made).padStart(4, '0')
  return {
    ...emptyDraft(newId()),
    cityId: screen.location?.cityId ?? undefined,
    locationId: screen.locationId ?? undefined,
    screenId: screen.id,
    date: date as CalendarDate,
    slotId: slot.id,
    customer: { name: `Family ${mark}`, email: `family.${mark}@gmail.com`, number: `900000${mark}` },
    people: screen.minPeople,
    termsAccepted: true,
    packageId: chosen.id,
    occasionId: occasion.id,
    ...rest,
  }
}

/** Adds a slot to a screen's schedule. */
export async function addSlot({ db }: AppContext, screenName: string, from: string, to: string): Promise<void> {
  const screen = await db.query.screens.findFirst({ where: eq(screens.name, screenName) })
  if (!screen) throw new Error(`There is no screen ${screenName}.`)
  await db.insert(screenSlots).values({ screenId: screen.id, from: from as ClockTime, to: to as ClockTime })
}

/** The id of a catalogue item by its name. */
export async function itemId({ db }: AppContext, name: string): Promise<string> {
  const item = await db.query.catalogueItems.findFirst({ where: eq(catalogueItems.name, name) })
  if (!item) throw new Error(`There is no ${name} in the catalogue.`)
  return item.id
}
