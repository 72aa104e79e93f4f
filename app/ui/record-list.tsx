import { Pencil, Plus, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { ButtonLink } from './button'
import { type Column, RowAction, RowActions } from './data-table'
import { StatusSwitch } from './switch'

/** The link above a list that leads to the form for one more. */
export function AddLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <ButtonLink to={to} look="gold">
      <Plus aria-hidden className="size-4" />
      {children}
    </ButtonLink>
  )
}

/** Active or In Active, to be switched in the list. */
export function statusColumn<Row extends { id: string; active: boolean }>(nameOf: (row: Row) => string): Column<Row> {
  return {
    head: 'Status',
    card: 'end',
    cell: (row) => <StatusSwitch id={row.id} name={nameOf(row)} active={row.active} />,
  }
}

interface ActionsColumn<Row> {
  nameOf: (row: Row) => string
  /** Addresses of a record's form, and of the question before it is deleted; the latter only for who may. */
  edit: (id: string) => string
  remove?: (id: string) => string
}

/** The pencil and the bin at a row's end. */
export function actionsColumn<Row extends { id: string }>({ nameOf, edit, remove }: ActionsColumn<Row>): Column<Row> {
  return {
    head: 'Actions',
    onScreen: true,
    card: 'end',
    align: 'right',
    cell: (row) => (
      <RowActions>
        <RowAction to={edit(row.id)} label={`Edit ${nameOf(row)}`}>
          <Pencil aria-hidden className="size-4" />
        </RowAction>
        {remove && (
          <RowAction to={remove(row.id)} label={`Delete ${nameOf(row)}`} tone="danger">
            <Trash2 aria-hidden className="size-4" />
          </RowAction>
        )}
      </RowActions>
    ),
  }
}
