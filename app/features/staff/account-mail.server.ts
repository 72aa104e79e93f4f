import { and, eq } from 'drizzle-orm'
import { staff } from '~/db/schema'
import { formatInstant } from '~/domain/calendar'
import { greeting, letter, link, type Paragraph } from '~/features/notification/letter.server'
import { links } from '~/links'
import type { AppContext } from '~/platform/context.server'
import type { Mail } from '~/platform/mailer.server'

export type AccountDeed = 'added' | 'invited' | 'changed' | 'closed' | 'opened'

/** What the outbox keeps of news about an account, until they have gone out. */
export type AccountLetter = Record<
  'to' | 'whose' | 'deed' | 'what' | 'by' | 'name' | 'email' | 'former' | 'changes',
  string
>

/** The letter about an account that was made, changed or closed; undefined once it has been forgotten to whom. */
export async function accountMail(
  context: AppContext,
  news: Partial<AccountLetter>,
  at: Date,
): Promise<Mail | undefined> {
  const { business } = context
  const { to, whose, deed, what, by, name, email, former, changes } = news
  if (!to) return undefined
  const own = whose === 'own'
  const account = own ? 'your account' : `the account of ${name} (${email})`
  const when = formatInstant(at, business.timeZone)
  const said = {
    added: {
      subject: own ? 'You have an account' : `A new account: ${name}`,
      text: `${by} made ${account} for the back office of ${business.name}.`,
    },
    // whoever is invited has the invitation itself
    invited: {
      subject: `A new account: ${name}`,
      text: `${by} invited ${name} (${email}) to the back office of ${business.name}.`,
    },
    changed: {
      subject: own
        ? `Your ${what} ${what?.includes(' and ') ? 'have' : 'has'} been changed`
        : `${name}: ${what} changed`,
      text: `${by} changed the ${what} of ${account} for the back office of ${business.name}. Its other sessions are signed out.`,
    },
    opened: {
      subject: own ? 'Your account is open again' : `An account is open again: ${name}`,
      text: `${by} opened ${account} for the back office of ${business.name} again${what ? `, and changed its ${what}` : ''}.`,
    },
    closed: {
      subject: own ? 'Your account has been closed' : `An account has been closed: ${name}`,
      text: `${by} closed ${account} for the back office of ${business.name}. Nobody can sign in with it any more.`,
    },
  }[(deed ?? 'changed') as AccountDeed]
  return letter(business.name, to, said.subject, [
    ...(own ? [greeting(name ?? '')] : []),
    said.text,
    `When: ${when}.`,
    ...(changes ? [changes] : []),
    ...(former ? [`Its address was ${former}; it is ${email} now.`] : []),
    own
      ? await ownAdvice(context, to, former)
      : ['If this is a surprise, ', link('look at the audit log', `${business.appUrl}${links.adminAudit()}`)],
  ])
}

/** What to do about news of one's own account: who has none open at this address any more is sent no link for a new password. */
async function ownAdvice({ business, db }: AppContext, to: string, former?: string): Promise<Paragraph> {
  const open = to !== former && (await db.$count(staff, and(eq(staff.email, to), eq(staff.active, true)))) > 0
  return open
    ? [
        'If this is a surprise, choose a new password at once and tell the owner of the business. ',
        link('Choose a new password', `${business.appUrl}${links.forgotPassword()}`),
      ]
    : 'If this is a surprise, tell the owner of the business at once.'
}
