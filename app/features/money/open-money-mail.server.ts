import { formatAmount } from '~/domain/open-money'
import { letter } from '~/features/notification/letter.server'
import { links } from '~/links'
import type { AppContext } from '~/platform/context.server'
import type { Mail } from '~/platform/mailer.server'
import { openMoney, waitingOf } from './open-money.server'

/** Tells the owner what about money has waited for more than a day; undefined when nothing has. */
export async function openMoneyMail(context: AppContext): Promise<Mail | undefined> {
  const { business } = context
  const sections = await openMoney(context, { kind: 'all' }, 'super-admin')
  // a refund that is late at the bank needs nobody's press, but somebody should know
  const old = [...waitingOf(sections), ...sections.underWay].filter(({ tooLong }) => tooLong)
  if (!old.length) return undefined
  const many = old.length === 1 ? '1 thing' : `${old.length} things`
  const lines = old.map(({ title, amount, currency, booking, age }) =>
    [`${formatAmount(amount, currency)}: ${title}`, booking && `booking ${booking.code}`, age]
      .filter(Boolean)
      .join(', '),
  )
  return letter(business.name, business.email, `${many} about money waited for more than a day`, [
    lines.join('\n'),
    `See to it here: ${business.appUrl}${links.adminMoney()}`,
  ])
}
