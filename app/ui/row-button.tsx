import { Trash2 } from 'lucide-react'
import { type ButtonHTMLAttributes, type ReactNode, useEffect, useRef } from 'react'
import { onceByKey } from './once-by-key'

/** What makes a button change a list of a form, as conform says it: the form is sent, and nothing is saved. */
export interface FormPress {
  name: string
  value: string
  form: string
  formNoValidate: boolean
}

interface ListButtonProps
  extends FormPress,
    Pick<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled' | 'onClick' | 'onKeyDown'> {
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

/** Takes a row out of a form; who pressed it by key stands then on that of the next row, or of none where one is added. */
export function RowButton({ className, ...press }: RowButtonProps) {
  const pressed = useRef<{ rows: Element; at: number }>()
  useEffect(() => () => goOnIn(pressed.current), [])
  return (
    <ListButton
      {...press}
      className={`text-wrong ${className}`}
      onKeyDown={onceByKey}
      onClick={({ currentTarget }) => {
        // Safari gives a pressed button no focus
        const row = currentTarget === document.activeElement ? currentTarget.closest('li, fieldset') : null
        const rows = row?.parentElement
        pressed.current = row && rows ? { rows, at: [...rows.children].indexOf(row) } : undefined
      }}
    >
      <Trash2 aria-hidden className="size-4" />
    </ListButton>
  )
}

function goOnIn(left: { rows: Element; at: number } | undefined): void {
  if (!left || document.activeElement !== document.body) return
  const { rows, at } = left
  const next = rows.children[Math.min(at, rows.children.length - 1)]?.querySelector('button')
  const adds = rows.parentElement?.querySelector<HTMLElement>(':scope > button')
  ;(next ?? adds)?.focus()
}
