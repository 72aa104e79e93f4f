import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { Button, buttonClass } from './button'

/** The body of a back-office form. */
export function FormPanel({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <section className="mb-5 rounded-card bg-aubergine/70 p-5 sm:p-6">
      {title && <h2 className="mb-4 text-xl">{title}</h2>}
      {children}
    </section>
  )
}

/** Save and Cancel. */
export function FormEnd({ save, cancelTo }: { save: string; cancelTo: string }) {
  return (
    <div className="sticky bottom-0 z-10 -mx-4 flex flex-wrap gap-3 border-t border-hairline bg-plum px-4 py-3 sm:-mx-6 sm:px-6 lg:-mx-9 lg:px-9">
      <Button look="gold" name="intent" value="save">
        {save}
      </Button>
      <Link to={cancelTo} className={buttonClass('quiet')}>
        Cancel
      </Link>
    </div>
  )
}
