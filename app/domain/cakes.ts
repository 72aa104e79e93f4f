import { formatRupees, type Paise, paise, times } from './money'

export interface CakeChoice {
  price: Paise
  special: boolean
  specialPrice: Paise | null
  count: number
}

export interface PricedCake {
  amount: Paise
  freeUnits: 0 | 1
  explanation?: string
}

/** Said where cakes are chosen. */
export const FIRST_CAKE_FREE = 'Your package includes a cake: the first one is free.'

/** What one unit of a cake costs as the free one: nothing, or its special price. */
export const asFreeCake = ({ special, specialPrice }: Pick<CakeChoice, 'special' | 'specialPrice'>): Paise =>
  special ? (specialPrice ?? paise(0)) : paise(0)

/** The same in words, before a cake is chosen: `Included`, or what the upgrade costs. */
export function freeCakeWords(cake: Pick<CakeChoice, 'special' | 'specialPrice'>): string {
  const upgrade = asFreeCake(cake)
  return upgrade > 0 ? `+${formatRupees(upgrade)} as your free cake` : 'Included'
}

/**
 * What each selected cake costs, in the order of selection: of the first cake one unit is free, or costs its
 * `specialPrice` when it is special; every further unit of any cake costs its full price (rule M5).
 */
export function priceCakes(cakes: readonly CakeChoice[]): PricedCake[] {
  return cakes.map((cake, index) => {
    if (index > 0) return { amount: times(cake.price, cake.count), freeUnits: 0 }
    const special = asFreeCake(cake)
    const explanation = special > 0 ? `first cake free, special +${formatRupees(special)}` : 'first cake free'
    return { amount: paise(special + times(cake.price, cake.count - 1)), freeUnits: 1, explanation }
  })
}
