import { describe, expect, it } from 'vitest'
import { eachText } from '~/domain/booking-texts'
import { choosePlace, emptyDraft, MAX_ITEMS } from '~/domain/draft'
import { type BookedBefore, sameAgain } from '~/domain/same-again'
import { day, item, OFFERS } from './sample-offers'

const BEFORE: BookedBefore = {
  people: 6,
  packageId: 'royal',
  packageName: 'Royal',
  lines: [
    { kind: 'package', itemId: 'royal', name: 'Royal', count: 1 },
    { kind: 'occasion', itemId: 'birthday', name: 'Birthday', count: 1 },
    { kind: 'addon', itemId: 'led-name', name: 'LED Name', count: 1 },
    { kind: 'led-lettering', itemId: null, name: 'LED lettering', count: 3 },
    { kind: 'extra-persons', itemId: null, name: 'Extra persons', count: 2 },
    { kind: 'cake', itemId: 'truffle', name: 'Truffle', count: 2 },
    { kind: 'gift', itemId: 'rose', name: 'Rose', count: 3 },
    { kind: 'coupon', itemId: null, name: 'LOVE10', count: 1 },
  ],
  texts: { ...eachText(() => ''), celebrantName: 'Aarav', ledName: 'AARAV MEHTA' },
}
const line = (changes: Partial<BookedBefore['lines'][number]>) => ({
  kind: 'gift' as const,
  itemId: 'gone',
  name: 'Gone',
  count: 1,
  ...changes,
})
const again = (changes: Partial<BookedBefore>, offers = OFFERS) => sameAgain({ ...BEFORE, ...changes }, offers)

describe('the same evening again', () => {
  it('chooses what was chosen, but for the coupon and the tick at the terms', () => {
    expect(again({})).toEqual({
      chosen: {
        people: 6,
        packageId: 'royal',
        occasionId: 'birthday',
        addons: [{ id: 'led-name', count: 1 }],
        cakes: [{ id: 'truffle', count: 2 }],
        gifts: [{ id: 'rose', count: 3 }],
        celebrantName: 'Aarav',
        ledName: 'AARAV MEHTA',
        ledNumber: undefined,
        nameOnCake: undefined,
      },
      missing: [],
    })
  })

  it('says what is not offered any more, each once', () => {
    const { chosen, missing } = again({
      packageId: 'old',
      packageName: 'Silver',
      lines: [line({ kind: 'occasion', name: 'Farewell' }), line({ kind: 'cake', name: 'Pineapple' }), line({})],
    })
    expect(missing.sort()).toEqual(['Farewell', 'Gone', 'Pineapple', 'Silver'])
    expect(chosen).toMatchObject({ packageId: undefined, occasionId: undefined, cakes: [], gifts: [] })
  })

  it('knows what was taken out and added anew by its name', () => {
    const { chosen, missing } = again({ packageId: 'before', lines: [line({ name: ' rose' })] })
    expect([chosen.packageId, chosen.gifts, missing]).toEqual(['royal', [{ id: 'rose', count: 1 }], []])
  })

  it('knows what was named anew, also where another thing has its old name by now', () => {
    const gifts = [item('jar', 'Rose', 50), item('rose', 'Long rose', 99)]
    expect(again({ lines: [line({ itemId: 'rose', name: 'Rose' })] }, { ...OFFERS, gifts }).chosen.gifts).toEqual([
      { id: 'rose', count: 1 },
    ])
  })

  it('takes no more different things than a booking can have', () => {
    const gifts = Array.from({ length: MAX_ITEMS + 1 }, (_, at) => item(`g${at}`, `Gift ${at}`, 50))
    const lines = gifts.map(({ id, name }) => line({ itemId: id, name }))
    expect(again({ lines }, { ...OFFERS, gifts }).chosen.gifts).toHaveLength(MAX_ITEMS)
  })

  it.each([
    [2, 4],
    [6, 6],
    [40, 10],
  ])('%i people are %i where the room takes 4 to 10', (before, now) => {
    expect(again({ people: before }).chosen.people).toBe(now)
  })

  it('leaves out a text that would not fit its field any more', () => {
    const texts = { ...BEFORE.texts, celebrantName: 'A'.repeat(200) }
    expect(again({ texts }).chosen).toMatchObject({ ledName: 'AARAV MEHTA' })
    expect(again({ texts }).chosen.celebrantName).toBeUndefined()
  })

  it('keeps all of it when the date is chosen, which never was', () => {
    const draft = { ...emptyDraft('attempt'), screenId: 'aurora', ...again({}).chosen }
    const chosen = choosePlace({ draft }, { kind: 'date', date: day('2027-03-12') })
    expect(chosen).toEqual({ draft: { ...draft, date: '2027-03-12', slotId: undefined }, dropped: undefined })
  })
})
