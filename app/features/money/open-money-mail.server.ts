import { bankWords, formatAmount } from '~/domain/open-money'
import { letter } from '~/features/notification/letter.server'
import { links } from '~/links'
import type { AppContext } from '~/platform/context.server'
import type { Mail } from '~/platform/mailer.server'
import { countOpenMoney, openMoney, waitingOf } from './open-money.server'

/** Tells the owner what about money has waited for more than a day; undefined when nothing has. */
export async function openMoneyMail(context: AppContext): Promise<Mail | undefined> {
  const { business } = context
  const sections = await openMoney(context, { kind: 'all' }, 'super-admin')
  // a refund that is late at the bank needs nobody's press, but somebody should know
  const waiting = waitingOf(sections)
  const old = [...waiting, ...sections.underWay].filter(({ tooLong }) => tooLong)
  if (!old.length) return undefined
  // the oldest of each kind are listed: what is not is younger than these, and may be old all the same
  const more = (await countOpenMoney(context, { kind: 'all' })) > waiting.length
  const many = old.length === 1 ? '1 thing' : `${old.length} things${more ? ' or more' : ''}`
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
  return letter(business.name, business.email, `${many} about money waited for more than a day`, [
    lines.join('\n'),
    ...(more ? ['More waits than is listed here; it is listed once some of this is done.'] : []),
    `See to it here: ${business.appUrl}${links.adminMoney()}`,
  ])
}
