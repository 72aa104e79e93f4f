import { Trash2 } from 'lucide-react'
import type { ButtonHTMLAttributes, ReactNode } from 'react'

/** What makes a button change a list of a form, as conform says it: the form is sent, and nothing is saved. */
export interface FormPress {
  name: string
  value: string
  form: string
  formNoValidate: boolean
}

interface ListButtonProps extends FormPress, Pick<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled' | 'onClick'> {
  label: string
  className?: string
  children: ReactNode
}

/** Changes a list of a form; what is drawn in it is told in words by `label`. */
export function ListButton({ label, className = '', children, ...rest }: ListButtonProps) {
  return (
    <button
      type="submit"
      {...rest}
      aria-label={label}
      title={label}
      className={`grid size-11 shrink-0 place-items-center rounded-lg hover:bg-white/10 disabled:opacity-30 ${className}`}
    >
      {children}
    </button>
  )
}

interface RowButtonProps extends FormPress {
  label: string
  /** How far down it stands beside the row's first control: a row is put in line at its top, and what is said of a field moves nothing. */
  className: string
}

/** Takes a row out of a form. */
export function RowButton({ className, ...press }: RowButtonProps) {
  return (
    <ListButton {...press} className={`text-wrong ${className}`}>
      <Trash2 aria-hidden className="size-4" />
    </ListButton>
  )
}
