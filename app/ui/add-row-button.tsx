import { Plus } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { FormPress } from './row-button'

interface AddRowButtonProps extends FormPress {
  /** The list by its id, and how many rows it has. */
  list: string
  rows: number
  className: string
  children: string
}

/** Adds a row to a list of a form, and leads whoever pressed it to the row's first field once that is there. */
export function AddRowButton({ list, rows, children, ...rest }: AddRowButtonProps) {
  const pressed = useRef(false)
  const before = useRef(rows)
  useEffect(() => {
    const added = pressed.current && rows > before.current
    before.current = rows
    pressed.current = false
    if (added) lastRow(list)?.querySelector<HTMLElement>('input:not([type=hidden]), select, textarea')?.focus()
  }, [list, rows])
  return (
    <button
      type="submit"
      {...rest}
      onClick={() => {
        pressed.current = true
      }}
    >
      <Plus aria-hidden className="size-4" />
      {children}
    </button>
  )
}

const lastRow = (list: string) => document.getElementById(list)?.lastElementChild
