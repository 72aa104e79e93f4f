import { Form, useNavigation } from '@remix-run/react'

interface StatusSwitchProps {
  id: string
  /** What is switched, for those who hear it. */
  name: string
  active: boolean
}

/** Active or In Active, with one press: a form that sends the wanted value, never "the other one"; pressed twice it sends the same. */
export function StatusSwitch({ id, name, active }: StatusSwitchProps) {
  const { formData } = useNavigation()
  const wanted = formData?.get('id') === id ? formData.get('active') : null
  const shown = wanted ? wanted === 'true' : active
  return (
    <Form method="post" preventScrollReset className="relative z-10 inline-block">
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="intent" value="status" />
      <button
        type="submit"
        name="active"
        value={String(wanted ?? !active)}
        role="switch"
        aria-checked={shown}
        aria-label={`${name} is active`}
        className="inline-flex min-h-11 items-center gap-2.5 rounded-lg px-1 text-xs md:min-h-9"
      >
        <span
          aria-hidden
          className={`flex h-5 w-9 items-center rounded-full p-0.5 transition ${shown ? 'justify-end bg-done' : 'justify-start bg-white/25'}`}
        >
          <span className="size-4 rounded-full bg-night" />
        </span>
        <span className={shown ? 'text-done' : 'text-muted'}>{shown ? 'Active' : 'In Active'}</span>
      </button>
    </Form>
  )
}
