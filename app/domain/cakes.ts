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

/**
 * What each selected cake costs, in the order of selection: of the first cake one unit is free, or costs its
 * `specialPrice` when it is special; every further unit of any cake costs its full price (rule M5).
 */
export function priceCakes(cakes: readonly CakeChoice[]): PricedCake[] {
  return cakes.map((cake, index) => {
    if (index > 0) return { amount: times(cake.price, cake.count), freeUnits: 0 }
    const special = cake.special ? (cake.specialPrice ?? paise(0)) : paise(0)
    const explanation = special > 0 ? `first cake free, special +${formatRupees(special)}` : 'first cake free'
    return { amount: paise(special + times(cake.price, cake.count - 1)), freeUnits: 1, explanation }
  })
}
