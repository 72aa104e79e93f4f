import { type BookingTexts, draftTexts, textFaults } from './booking-texts'
import { peopleThatFit } from './customer-details'
import { type Draft, type ItemCount, MAX_ITEMS } from './draft'
import type { LineKind } from './pricing'
import { sameName } from './same-name'
import type { Offers } from './selection'

/** A booking as far as it can be had once more. */
export interface BookedBefore {
  people: number
  packageId: string
  packageName: string
  lines: readonly { kind: LineKind; itemId: string | null; name: string; count: number }[]
  texts: BookingTexts
}

interface Offered {
  id: string
  name: string
}

/** What is offered now of something that was bought: itself, or what has its name by now. */
const offeredNow = (offered: readonly Offered[], id: string | null, name: string): Offered | undefined =>
  offered.find((one) => one.id === id) ?? offered.find((one) => sameName(one.name, name))

/**
 * What a draft chooses to be the same evening again, at today's offers and prices, and the names of what is not offered any
 * more (rule B31). The coupon and the acceptance of the terms belong to their own day.
 */
export function sameAgain(before: BookedBefore, offers: Offers): { chosen: Partial<Draft>; missing: string[] } {
  const missing: string[] = []
  const find = (offered: readonly Offered[], id: string | null, name: string) => {
    const found = offeredNow(offered, id, name)
    if (!found) missing.push(name)
    return found?.id
  }
  const counts = (kind: LineKind, offered: readonly Offered[]): ItemCount[] =>
    before.lines
      .filter((line) => line.kind === kind)
      .flatMap(({ itemId, name, count }) => {
        const id = find(offered, itemId, name)
        return id ? [{ id, count }] : []
      })
      .slice(0, MAX_ITEMS)
  const occasion = before.lines.find(({ kind }) => kind === 'occasion')
  const texts = draftTexts(before.texts)
  const faults = textFaults(texts)
  return {
    chosen: {
      people: peopleThatFit(before.people, offers),
      packageId: find(offers.packages, before.packageId, before.packageName),
      occasionId: occasion && find(offers.occasions, occasion.itemId, occasion.name),
      addons: counts('addon', offers.addons),
      cakes: counts('cake', offers.cakes),
      gifts: counts('gift', offers.gifts),
      // what would not fit its field today is typed anew
      ...Object.fromEntries(Object.entries(texts).filter(([name]) => !(name in faults))),
    },
    missing,
  }
}
