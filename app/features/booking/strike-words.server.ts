import { formatRupees, type Paise, paise, ZERO } from '~/domain/money'
import { toldOf } from '~/domain/told-money'
import { notNeeded } from '~/features/notification/letter.server'
import type { Told } from './mail-words.server'

/** That so much was struck out, in a sentence; none where nothing was. */
export const struckWords = (less: Paise): string[] =>
  less > 0 ? [`${formatRupees(less)} had been entered by mistake as received from you, and is struck out.`] : []

/** What was struck out by what a letter tells of, in a sentence; none where nothing was, or nobody had been told of it. */
export const strikeWords = (told: Told): string[] => struckWords(struckIn(told))

/** Why no letter tells of it. */
export const UNTOLD = notNeeded('they had not been told of the payment')

/** Whether a letter tells of nothing but payments that were struck out before its customer heard of them. */
export const isOfUntoldStrike = (told: Told): boolean =>
  told.payload.less !== undefined && told.returned.all === 0 && !told.returned.needed && struckIn(told) === 0

/** How much of what its customer had been told of is struck out, in a letter that tells of it; as it said the first time. */
export const struckIn = ({ booking, payload: { less, said } }: Told): Paise =>
  less === undefined
    ? ZERO
    : said === undefined
      ? toldOf(booking.payments.filter(({ voidedAt }) => voidedAt))
      : paise(Number(said))
