import { Form, Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { Button, buttonClass } from './button'
import { Dialog } from './dialog'

interface ConfirmDeleteProps {
  /** Which record; goes with the form as `id`. */
  id: string
  text: string
  closeTo: string
  title?: string
  children?: ReactNode
}

/** The question before deleting (spec back-office §2): an address of its own, a form inside. */
export function ConfirmDelete({ id, text, closeTo, title = 'Are You sure?', children }: ConfirmDeleteProps) {
  return (
    <Dialog title={title} closeTo={closeTo}>
      <Form method="post" action={closeTo} preventScrollReset>
        <p className="text-muted">{text}</p>
        {children}
        <input type="hidden" name="id" value={id} />
        <div className="mt-7 flex flex-wrap justify-end gap-3">
          <Link to={closeTo} preventScrollReset className={buttonClass('quiet')}>
            Cancel
          </Link>
          <Button look="danger" name="intent" value="delete">
            Delete
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
