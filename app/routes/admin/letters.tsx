import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { ownLetters, setLetterSwitch } from '~/features/booking/booking-letters.server'
import { redirectWithNotice } from '~/http/notice.server'
import { requireSuperAdmin } from '~/http/require-staff.server'
import { links } from '~/links'
import { appContext } from '~/platform/context.server'
import { PageHead } from '~/ui/admin-shell'
import { StatusSwitch } from '~/ui/switch'
import { UnreachableAlert } from '~/ui/unreachable'

export { clientAction } from '~/ui/unreachable'

export const meta: MetaFunction = () => [{ title: 'Letters · Back office' }]

export async function loader({ request }: LoaderFunctionArgs) {
  const context = appContext()
  await requireSuperAdmin(context, request)
  return { letters: await ownLetters(context) }
}

export async function action({ request }: ActionFunctionArgs) {
  const context = appContext()
  const staff = await requireSuperAdmin(context, request)
  const form = await request.formData()
  const active = form.get('active') === 'true'
  if (!(await setLetterSwitch(context, staff, String(form.get('id') ?? ''), active))) {
    throw new Response('There is no such letter.', { status: 404 })
  }
  return redirectWithNotice(links.adminLetters(), active ? 'It goes out from now on.' : 'It does not go out any more.')
}

export default function Letters() {
  const { letters } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead
        title="Letters"
        hint="What goes to customers by itself. None says who is celebrated or what is prepared."
      />
      <UnreachableAlert />
      <ul className="grid max-w-3xl gap-3">
        {letters.map(({ id, title, when, active }) => (
          <li key={id} className="flex items-center justify-between gap-6 rounded-card bg-aubergine/70 p-5">
            <div>
              <h2 className="font-sans text-base font-medium">{title}</h2>
              <p className="mt-1 text-sm text-muted">{when}</p>
            </div>
            <StatusSwitch id={id} name={title} active={active} />
          </li>
        ))}
      </ul>
    </>
  )
}
