import { Form } from '@remix-run/react'
import { Link2, type LucideIcon, Mail, MessageCircle, Phone, Printer, Timer } from 'lucide-react'
import { buttonClass } from '~/ui/button'
import { CopyLink } from '~/ui/copy-link'
import type { DeskContact } from './desk-contact.server'

const SMALL = buttonClass('quiet', 'px-4 text-sm')

interface ContactRowProps {
  contact: DeskContact
  booking: string
  /** Whether the booking stands, so that its details can be sent again. */
  stands: boolean
  action?: string
}

/** Calls, writes to and sends to a booking's customer, each by one press. */
export function ContactRow({ contact, booking, stands, action }: ContactRowProps) {
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      <CallAndChat contact={contact} />
      {contact.late && <Out to={contact.late} icon={Timer} words="Running late" />}
      {stands && contact.email && (
        <Form method="post" action={action} preventScrollReset>
          <input type="hidden" name="booking" value={booking} />
          <button type="submit" name="intent" value="send-details" className={SMALL}>
            <Mail aria-hidden className="size-4" />
            Send mail again
          </button>
        </Form>
      )}
      <Out to={contact.link} icon={Link2} words="Customer’s page" />
      <CopyLink link={contact.link} instead="open their page" />
      <button type="button" onClick={() => window.print()} className={`${SMALL} scripting-only`}>
        <Printer aria-hidden className="size-4" />
        Print
      </button>
    </div>
  )
}

/** Reaches somebody by telephone, as they are reached first. */
export function CallAndChat({ contact: { call, chat } }: { contact: Pick<DeskContact, 'call' | 'chat'> }) {
  return (
    <>
      <Out to={call} icon={Phone} words="Call" />
      <Out to={chat} icon={MessageCircle} words="WhatsApp" />
    </>
  )
}

function Out({ to, icon: Icon, words }: { to: string; icon: LucideIcon; words: string }) {
  const away = to.startsWith('http')
  return (
    <a href={to} {...(away && { target: '_blank', rel: 'noreferrer' })} className={SMALL}>
      <Icon aria-hidden className="size-4" />
      {words}
      {away && <span className="sr-only">, opens in a new tab</span>}
    </a>
  )
}
