import { bankWords, formatAmount, thingsWords, unlistedWords } from '~/domain/open-money'
import { button, letter } from '~/features/notification/letter.server'
import { links } from '~/links'
import type { AppContext } from '~/platform/context.server'
import type { Mail } from '~/platform/mailer.server'
import { openMoney, waitingOf } from './open-money.server'
import { countTooLong } from './open-money-counts.server'

/** Tells the owner what about money has waited for more than a day; undefined when nothing has. */
export async function openMoneyMail(context: AppContext): Promise<Mail | undefined> {
  const { business } = context
  const scope = { kind: 'all' } as const
  const [sections, late] = await Promise.all([openMoney(context, scope, 'super-admin'), countTooLong(context, scope)])
  // a refund that is late at the bank needs nobody's press, but somebody should know
  const old = [...waitingOf(sections), ...sections.underWay].filter(({ tooLong }) => tooLong)
  // what was done between the two is in one of them
  const overdue = Math.max(old.length, late.waiting + late.underWay)
  if (!overdue) return undefined
  const lines = old.map(({ title, amount, currency, booking, bankReference, age }) =>
    [
      `${formatAmount(amount, currency)}: ${title}`,
      booking && `booking ${booking.code}`,
      bankReference && bankWords(bankReference),
      age,
    ]
      .filter(Boolean)
      .join(', '),
  )
  const unlisted = unlistedWords(overdue, old.length)
  return letter(business.name, business.email, `${thingsWords(overdue)} about money waited for more than a day`, [
    ...(lines.length ? [lines.join('\n')] : []),
    ...(unlisted ? [unlisted] : []),
    button('See to it here', `${business.appUrl}${links.adminMoney()}`),
  ])
}
