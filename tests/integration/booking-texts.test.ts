import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bookings, catalogueItems } from '~/db/schema'
import { type BookingTexts, bookingText, eachText, unitsOf } from '~/domain/booking-texts'
import { addDays } from '~/domain/calendar'
import { charactersIn } from '~/domain/led-lettering'
import { ZERO } from '~/domain/money'
import { oneLine } from '~/domain/visible-text'
import { parseDraft } from '~/features/flow/draft-cookie.server'
import { useApp } from '../support/app'
import { editBooking, openEdit } from '../support/booking-edit'
import { onEachDatabase } from '../support/database'
import { holdSlot, storedBooking } from '../support/purchase'
import { date, fullDraft } from '../support/theatre'

const RUNS = 8
/** Each try has a day of its own, also the many that look for the smallest text that fails. */
const FIRST_DAY = date('2027-04-01')

/** Whatever may be typed into every field, as the one line that it becomes. */
const anyTexts = fc.record(
  eachText((name) => {
    const { digits, max } = bookingText(name)
    if (digits) return fc.stringMatching(new RegExp(`^\\d{1,${max}}$`))
    return fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: max })
      .map((text) => oneLine(text) || 'x')
      .filter((text) => text.length <= unitsOf(name) && charactersIn(text) <= max)
  }),
) as fc.Arbitrary<BookingTexts>

const textsOf = (booking: BookingTexts) => eachText((name) => booking[name])

onEachDatabase('the texts of a booking', (kind) => {
  const app = useApp(kind)

  async function draftWith(texts: BookingTexts) {
    const [number] = await app.context.db
      .insert(catalogueItems)
      .values({ kind: 'addon', name: 'LED Number', description: '', price: ZERO, position: 9 })
      .returning({ id: catalogueItems.id })
    const draft = fullDraft(app.theatre, texts)
    return { ...draft, addons: [...draft.addons, { id: number?.id ?? '', count: 1 }] }
  }

  /** Whatever a family types stays what it is from the browser to the last edit. */
  test('survive the cookie, the booking, an edit without a change and a move', async () => {
    let days = 0
    await fc.assert(
      fc.asyncProperty(anyTexts, async (texts) => {
        const draft = { ...(await draftWith(texts)), date: addDays(FIRST_DAY, days++) }
        const read = parseDraft(JSON.parse(JSON.stringify(draft)))
        expect(read).toEqual(draft)

        const { bookingId } = await holdSlot(app, read ?? draft)
        expect(textsOf(await storedBooking(app, bookingId))).toEqual(texts)
        await app.context.db.update(bookings).set({ status: 'booked' })
        for (const slot of ['19:00', '13:00']) {
          expect(textsOf((await openEdit(app, bookingId)).draft as BookingTexts)).toEqual(texts)
          const slotId = app.theatre.aurora.slots[slot]
          expect(await editBooking(app, bookingId, () => ({ slotId }))).toMatchObject({ ok: true })
          expect(textsOf(await storedBooking(app, bookingId))).toEqual(texts)
        }
      }),
      { numRuns: RUNS },
    )
  })
})
