/** The part of a page in which the card of this thing is pressed. */
export const cardPart = (id: string): string => `card-${id}`

/** The same of the button that was pressed on a card, by its `intent`: `more:{id}`. */
export function pressedPart(intent: string | undefined): string | undefined {
  const [, id] = /^\w+:([\w-]+)$/.exec(intent ?? '') ?? []
  return id && cardPart(id)
}

/** Where the page stands then: the whole card below the header. */
export const CARD_IN_SIGHT = 'scroll-mt-80 lg:scroll-mt-96'
