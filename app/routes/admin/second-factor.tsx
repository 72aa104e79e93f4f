import { useForm } from '@conform-to/react'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { SET_UP_MINUTES } from '~/domain/second-factor'
import { LONGEST } from '~/domain/text-limits'
import { AskPassword } from '~/features/staff/ask-password'
import {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  renewRecoveryCodes,
  secondFactorOf,
} from '~/features/staff/second-factor.server'
import { codeForm, ownPasswordForm } from '~/features/staff/staff-forms.server'
import { redirectWithNotice } from '~/http/notice.server'
import { requireStaff } from '~/http/require-staff.server'
import { links } from '~/links'
import { appContext } from '~/platform/context.server'
import { type FormAnswer, parseForm } from '~/platform/form.server'
import { PageHead } from '~/ui/admin-shell'
import { Button, ButtonLink } from '~/ui/button'
import { TextField } from '~/ui/field'
import { ActionForm } from '~/ui/form'
import { FormPanel } from '~/ui/form-panel'
import { PrintButton } from '~/ui/print-button'
import { ScanCode } from '~/ui/scan-code'

export { clientAction } from '~/ui/unreachable'

export const meta: MetaFunction = () => [{ title: 'Sign in with a code · Back office' }]

const ASKS = ['begin', 'renew', 'end'] as const

export async function loader({ request }: LoaderFunctionArgs) {
  const context = appContext()
  const staff = await requireStaff(context, request, 'sign-in')
  const state = await secondFactorOf(context, staff)
  const wanted = ASKS.find((ask) => ask === new URL(request.url).searchParams.get('ask'))
  return { ...state, asked: wanted && state.on !== (wanted === 'begin') ? wanted : null }
}

/** Recovery codes are shown in the answer itself, and never again. */
type Answer = Partial<FormAnswer> & { codes?: string[] }

export async function action({ request }: ActionFunctionArgs) {
  const context = appContext()
  const staff = await requireStaff(context, request, 'sign-in')
  const form = await request.formData()
  const asked = ASKS.find((ask) => ask === form.get('intent'))
  if (!asked) {
    const read = parseForm(form, codeForm, { secret: ['code'] })
    if (!read.ok) return read.reply()
    const confirmed = await confirmSecondFactor(context, staff, read.value.code)
    if (confirmed.ok) return data<Answer>({ codes: confirmed.codes })
    if (confirmed.reason === 'on')
      return redirectWithNotice(links.adminSecondFactor({ ask: 'renew' }), confirmed.message)
    if (confirmed.reason === 'not-begun')
      return redirectWithNotice(links.adminSecondFactor(), confirmed.message, 'error')
    return read.refuse({ code: confirmed.message }, confirmed.reason === 'too-many' ? 429 : 422)
  }
  const read = parseForm(form, ownPasswordForm, { secret: ['ownPassword'] })
  if (!read.ok) return read.reply()
  const { ownPassword } = read.value
  if (asked === 'renew') {
    const renewed = await renewRecoveryCodes(context, staff, ownPassword)
    if (renewed.ok) return data<Answer>({ codes: renewed.codes })
    if (renewed.reason === 'off') return redirectWithNotice(links.adminSecondFactor(), renewed.message, 'error')
    return read.refuse({ ownPassword: renewed.message })
  }
  const done =
    asked === 'begin'
      ? await beginSecondFactor(context, staff, ownPassword)
      : await endSecondFactor(context, staff, ownPassword)
  if (!done.ok) return read.refuse({ [done.reason === 'required' ? '' : 'ownPassword']: done.message })
  const words = asked === 'begin' ? 'Scan the code with your app' : 'You sign in with the password alone now'
  return redirectWithNotice(links.adminSecondFactor(), words)
}

export default function SecondFactor() {
  const { on, left, setUp, unfinished, required, asked } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>() as Answer | undefined
  const here = links.adminSecondFactor()
  const asks = (ask: (typeof ASKS)[number]) => links.adminSecondFactor({ ask })
  const codes = answer?.codes
  return (
    <>
      <PageHead
        title="Sign in with a code"
        hint={on ? 'You are asked for a code after your password.' : 'You sign in with your password alone.'}
      >
        <ButtonLink to={links.adminAccount()}>Your account</ButtonLink>
      </PageHead>
      <div className="max-w-3xl">
        {codes && <RecoveryCodes codes={codes} />}
        {!on && required && !setUp && (
          <p className="mb-5 rounded-card border border-gold/40 px-5 py-4 text-sm">
            Every super admin of this business signs in with a code. Set yours up, then everything else opens.
          </p>
        )}
        {!on && !setUp && (
          <FormPanel title="Set it up">
            <p className="mb-5 text-muted">
              You need an authenticator app on your phone, such as Google Authenticator, Aegis or 1Password. It shows a
              new code every 30 seconds, also without a network.
            </p>
            {unfinished && (
              <p className="mb-5">
                It was begun and not finished, or is under way elsewhere. Begin once more, and finish within{' '}
                {SET_UP_MINUTES} minutes.
              </p>
            )}
            <ButtonLink to={asks('begin')} look="gold" preventScrollReset>
              Begin
            </ButtonLink>
          </FormPanel>
        )}
        {setUp && <SetUp {...setUp} answer={asked || codes ? undefined : answer} />}
        {on && (
          <FormPanel title="It is on">
            <p className="mb-5 text-muted">
              {left === 1 ? '1 recovery code is' : `${left} recovery codes are`} left. Each lets you in once when your
              phone is not at hand.
            </p>
            <div className="flex flex-wrap gap-3">
              <ButtonLink to={asks('renew')} preventScrollReset>
                New recovery codes
              </ButtonLink>
              {!required && (
                <ButtonLink to={asks('end')} look="danger" preventScrollReset>
                  Switch it off
                </ButtonLink>
              )}
            </div>
          </FormPanel>
        )}
      </div>
      {asked && !codes && (
        <AskPassword
          key={asked}
          {...QUESTIONS[asked]}
          here={asks(asked)}
          closeTo={here}
          answer={answer as FormAnswer}
        />
      )}
    </>
  )
}

const QUESTIONS = {
  begin: {
    title: 'Set up a code',
    text: 'Asked again because signing in changes with this.',
    press: { words: 'Go on', intent: 'begin', look: 'gold' },
  },
  renew: {
    title: 'New recovery codes?',
    text: 'The ones you have become void.',
    press: { words: 'Make new ones', intent: 'renew', look: 'gold' },
  },
  end: {
    title: 'Switch it off?',
    text: 'Your password alone opens your account then. You and the owners are told by mail.',
    press: { words: 'Switch it off', intent: 'end', look: 'danger' },
  },
} as const

function SetUp({ uri, byHand, answer }: { uri: string; byHand: string; answer: Answer | undefined }) {
  const [form, fields] = useForm<{ code: string }>({ id: 'confirm', lastResult: answer?.lastResult })
  return (
    <FormPanel title="Scan, then type the code">
      <div className="grid items-start gap-6 sm:grid-cols-[14rem_minmax(0,1fr)]">
        <ScanCode link={uri} label="The code for your authenticator app" />
        <div>
          <p className="text-sm text-muted">Cannot scan? Type this key into the app instead:</p>
          <p className="figures mt-1 mb-5 text-champagne">{byHand}</p>
          <ActionForm form={form} action={links.adminSecondFactor()} className="grid gap-5">
            <TextField
              field={fields.code}
              label="Code"
              required
              maxLength={LONGEST.code}
              inputMode="numeric"
              autoComplete="one-time-code"
              className="figures tracking-widest"
              hint={`The six digits the app shows now. This page waits for them for ${SET_UP_MINUTES} minutes.`}
            />
            <Button look="gold" className="justify-self-start">
              Switch it on
            </Button>
          </ActionForm>
        </div>
      </div>
    </FormPanel>
  )
}

function RecoveryCodes({ codes }: { codes: string[] }) {
  return (
    <FormPanel title="Your recovery codes">
      <p role="status" className="mb-4 text-muted">
        Keep them where your phone is not: print them or write them down. Each works once, and they are not shown again.
      </p>
      <ul className="figures mb-5 grid gap-x-8 gap-y-2 sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code} className="tracking-wide">
            {code}
          </li>
        ))}
      </ul>
      <PrintButton />
    </FormPanel>
  )
}
