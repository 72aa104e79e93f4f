import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { newId } from '~/db/new-id'
import { accountQuestion, codeQuestion } from '~/domain/staff-account'
import { AskPassword } from '~/features/staff/ask-password'
import {
  findPerson,
  inviteAgain,
  invitePerson,
  roleOptions,
  setPersonActive,
  signOutEverywhere,
  updatePerson,
} from '~/features/staff/people.server'
import { personFaults } from '~/features/staff/person-faults.server'
import { PersonForm } from '~/features/staff/person-form'
import { endSecondFactorOf } from '~/features/staff/second-factor.server'
import { ownPasswordForm, personForm } from '~/features/staff/staff-forms.server'
import type { Staff } from '~/features/staff/staff-session.server'
import { locationOptions } from '~/features/venue/locations.server'
import { redirectWithNotice } from '~/http/notice.server'
import { refuseSave } from '~/http/refuse-save.server'
import { requireStaff } from '~/http/require-staff.server'
import { links } from '~/links'
import { type AppContext, appContext } from '~/platform/context.server'
import { parseForm } from '~/platform/form.server'
import { PageHead } from '~/ui/admin-shell'
import { Button, ButtonLink } from '~/ui/button'
import { FormPanel } from '~/ui/form-panel'

export { clientAction } from '~/ui/unreachable'

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `${data?.title ?? 'Staff'} · Back office` }]

export async function loader({ request, params }: LoaderFunctionArgs) {
  const context = appContext()
  const staff = await requireStaff(context, request, 'manage-staff')
  const choices = { roles: roleOptions(), locations: await locationOptions(context, { kind: 'all' }) }
  if (!params.id) {
    const values = { role: 'front-desk' }
    return {
      title: 'Invite somebody',
      person: null,
      asked: null,
      own: false,
      version: 0,
      entry: newId(),
      values,
      ...choices,
    }
  }
  const person = await findPerson(context, params.id)
  if (!person) throw new Response(null, { status: 404 })
  const { version, values, ...shown } = person
  const own = person.id === staff.id
  const asks = new URL(request.url).searchParams.get('ask')
  const mayBeAsked = asks === 'account' || (asks === 'code' && shown.secondFactor)
  const asked = mayBeAsked && !own ? asks : null
  return { title: shown.name, person: shown, asked, own, version, values, ...choices }
}

const FIELDS = {
  'email-taken': 'email',
  place: 'locationId',
  'own-password': 'ownPassword',
  'own-password-tries': 'ownPassword',
  'own-account': 'role',
  'last-owner': 'role',
}
const SECRET = { secret: ['ownPassword'] }
const OWN_PASSWORD_FIELD = { 'own-password': 'ownPassword', 'own-password-tries': 'ownPassword' }

export async function action({ request, params }: ActionFunctionArgs) {
  const context = appContext()
  const staff = await requireStaff(context, request, 'manage-staff')
  const form = await request.formData()
  if (!params.id) {
    const found = await personFaults(context, form, String(form.get('entry')), true)
    const read = parseForm(form, personForm.invite, { ...SECRET, found })
    if (!read.ok) return read.reply()
    const invited = await invitePerson(context, staff, read.value, read.entry)
    if (!invited.ok) return refuseSave(read, invited, FIELDS)
    return redirectWithNotice(links.adminStaff(), `The invitation is on its way to ${read.value.email}`)
  }
  return changePerson(context, staff, params.id, form)
}

/** What can be done to an account that is there. */
async function changePerson(context: AppContext, staff: Staff, id: string, form: FormData) {
  const here = links.adminStaffMember(id)
  switch (form.get('intent')) {
    case 'sign-out': {
      const done = await signOutEverywhere(context, staff, id)
      if (done.ok) return redirectWithNotice(here, 'Signed out everywhere')
      if (done.reason === 'missing') throw new Response(null, { status: 404 })
      return redirectWithNotice(here, done.message, 'error')
    }
    case 'invite-again': {
      const sent = await inviteAgain(context, staff, id)
      if (sent.ok) return redirectWithNotice(here, 'The invitation is on its way again')
      if (sent.reason === 'missing') throw new Response(null, { status: 404 })
      return redirectWithNotice(here, sent.message, 'error')
    }
    case 'disable':
    case 'enable': {
      const read = parseForm(form, ownPasswordForm, SECRET)
      if (!read.ok) return read.reply()
      const active = form.get('intent') === 'enable'
      const done = await setPersonActive(context, staff, id, { active, ...read.value })
      if (!done.ok) return refuseSave(read, done, OWN_PASSWORD_FIELD)
      return redirectWithNotice(here, active ? 'The account is open again' : 'The account is disabled')
    }
    case 'end-code': {
      const read = parseForm(form, ownPasswordForm, SECRET)
      if (!read.ok) return read.reply()
      const done = await endSecondFactorOf(context, staff, id, read.value.ownPassword)
      if (done.ok) return redirectWithNotice(here, `${done.name} signs in with the password alone now`)
      if (done.reason === 'own-account') return redirectWithNotice(here, done.message, 'error')
      return refuseSave(read, done, OWN_PASSWORD_FIELD)
    }
    default: {
      const found = await personFaults(context, form, id, false)
      const read = parseForm(form, personForm.edit, { ...SECRET, found })
      if (!read.ok) return read.reply()
      const saved = await updatePerson(context, staff, id, read.value)
      if (!saved.ok) return refuseSave(read, saved, FIELDS)
      return redirectWithNotice(links.adminStaff(), 'Account updated successfully!')
    }
  }
}

export default function Person() {
  const { title, person, asked, own, ...form } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const here = person ? links.adminStaffMember(person.id) : links.adminStaffInvite()
  return (
    <>
      <PageHead
        title={title}
        hint={
          person
            ? `${person.roleName}, ${person.location ?? 'all locations'}, ${person.state.toLowerCase()}`
            : undefined
        }
      />
      {person && (
        <div className="max-w-4xl">
          <FormPanel title="Signing in">
            <p className="text-sm text-muted">
              {person.lastSeen ? `Last seen ${person.lastSeen}.` : 'Has never signed in.'}
              {!person.invited &&
                ` ${person.name} signs in with ${person.secondFactor ? 'a code besides the password' : 'the password alone'}.`}
            </p>
            <Form method="post" action={here} className="mt-4 flex flex-wrap gap-3">
              {person.state === 'Invited' && (
                <Button name="intent" value="invite-again">
                  Send the invitation again
                </Button>
              )}
              {person.state === 'Active' && (
                <Button name="intent" value="sign-out">
                  Sign out everywhere
                </Button>
              )}
              {own && <ButtonLink to={links.adminSecondFactor()}>Sign in with a code</ButtonLink>}
              {!own && person.secondFactor && (
                <ButtonLink to={links.adminStaffMember(person.id, { ask: 'code' })} preventScrollReset>
                  Switch the code off
                </ButtonLink>
              )}
              {!own && (
                <ButtonLink
                  to={links.adminStaffMember(person.id, { ask: 'account' })}
                  look={person.active ? 'danger' : 'quiet'}
                  preventScrollReset
                >
                  {person.active ? 'Disable the account' : 'Open the account again'}
                </ButtonLink>
              )}
            </Form>
          </FormPanel>
        </div>
      )}
      <PersonForm inviting={!person} own={own} action={here} answer={asked ? undefined : answer} {...form} />
      {person && asked === 'account' && (
        <AskPassword
          title={person.active ? `Disable ${person.name}?` : `Open the account of ${person.name} again?`}
          text={accountQuestion(person)}
          press={
            person.active
              ? { words: 'Disable', intent: 'disable', look: 'danger' }
              : { words: 'Open again', intent: 'enable', look: 'gold' }
          }
          here={links.adminStaffMember(person.id, { ask: asked })}
          closeTo={here}
          answer={answer}
        />
      )}
      {person && asked === 'code' && (
        <AskPassword
          title={`Switch off the code of ${person.name}?`}
          text={codeQuestion({ required: person.mustHaveCode })}
          press={{ words: 'Switch it off', intent: 'end-code', look: 'danger' }}
          here={links.adminStaffMember(person.id, { ask: asked })}
          closeTo={here}
          answer={answer}
        />
      )}
    </>
  )
}
