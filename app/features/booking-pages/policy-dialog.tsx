import { REFUND_POLICY, TERMS } from '~/content/policies'
import { unbroken } from '~/domain/unbroken'
import { Dialog } from '~/ui/dialog'

/** The policy modal: the terms, or the refund policy. */
export function PolicyDialog({ policy, closeTo }: { policy: string; closeTo: string }) {
  const { title, items } = policy === 'refund' ? REFUND_POLICY : TERMS
  return (
    <Dialog title={title} closeTo={closeTo}>
      <ol className="grid list-decimal gap-2 pl-5 text-muted">
        {items.map((item) => (
          <li key={item}>{unbroken(item)}</li>
        ))}
      </ol>
    </Dialog>
  )
}
