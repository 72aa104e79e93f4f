import { textWords } from '~/domain/booking-texts'
import { formatDate, formatSlot } from '~/domain/calendar'
import type { Described } from '~/domain/changes'
import type { ItemKind } from '~/domain/draft'
import type { Quote } from '~/features/booking/quote.server'
import { listLocations } from '~/features/offer/on-offer.server'
import type { AppContext } from '~/platform/context.server'

/** A draft in words, in the order of the steps; what is not chosen yet is empty. */
export async function describeDraft({ db }: AppContext, quote: Quote): Promise<Described> {
  const { draft, screen, slot, offers } = quote
  const location = screen?.location ?? (await listLocations(db)).find(({ id }) => id === draft.locationId)
  const nameIn = (things: readonly { id: string; name: string }[] = [], id: string | undefined) =>
    things.find((one) => one.id === id)?.name ?? ''
  const items = (kind: ItemKind) =>
    draft[kind].map(({ id, count }) => `${count > 1 ? `${count} × ` : ''}${nameIn(offers?.[kind], id)}`).join(', ')
  return {
    Location: location?.name ?? '',
    Screen: screen?.name ?? '',
    Date: draft.date ? formatDate(draft.date) : '',
    Slot: slot ? formatSlot(slot) : '',
    Customer: draft.customer?.name ?? '',
    Phone: draft.customer?.number ?? '',
    Email: draft.customer?.email ?? '',
    People: draft.people ? String(draft.people) : '',
    Package: nameIn(offers?.packages, draft.packageId),
    Occasion: nameIn(offers?.occasions, draft.occasionId),
    ...textWords(draft),
    Coupon: draft.couponCode ?? '',
    Addons: items('addons'),
    Cakes: items('cakes'),
    Gifts: items('gifts'),
  }
}
