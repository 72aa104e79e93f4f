import { Trash2 } from 'lucide-react'

/** What makes a button change a list of a form, as conform says it: the form is sent, and nothing is saved. */
export interface FormPress {
  name: string
  value: string
  form: string
  formNoValidate: boolean
}

/** Takes a row out of a form. */
export function RowButton({ label, ...rest }: FormPress & { label: string }) {
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
