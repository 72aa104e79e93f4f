import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { TextField } from './field'

/** A password with a show/hide toggle; the toggle is there when scripts can run. */
export function PasswordField(props: Omit<ComponentProps<typeof TextField>, 'type'> & { maxLength: number }) {
  const [shown, setShown] = useState(false)
  return (
    <div className="relative">
      <TextField required className="pr-14" {...props} type={shown ? 'text' : 'password'} />
      <button
        type="button"
        aria-label={shown ? 'Hide password' : 'Show password'}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
        className="scripting-only absolute top-[1.6875rem] right-0.5 grid size-11 place-items-center rounded-xl text-muted hover:text-ink"
      >
        {shown ? <EyeOff aria-hidden className="size-5" /> : <Eye aria-hidden className="size-5" />}
      </button>
    </div>
  )
}
