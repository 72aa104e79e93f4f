import { Trash2 } from 'lucide-react'

interface RowButtonProps {
  name: string
  value: string
  form: string
  formNoValidate: boolean
  label: string
}

/** Takes a row out of a form; it sends the form, and nothing is saved by it. */
export function RowButton({ label, ...rest }: RowButtonProps) {
  return (
    <button
      type="submit"
      {...rest}
      aria-label={label}
      title={label}
      className="grid size-11 shrink-0 place-items-center rounded-lg text-wrong hover:bg-white/10"
    >
      <Trash2 aria-hidden className="size-4" />
    </button>
  )
}
