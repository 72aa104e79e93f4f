import { pageMeta } from '~/features/site/page-meta'

export const meta = pageMeta({ title: 'Payment gateway' })

/** A placeholder (rule V6). */
export default function PaymentGateway() {
  return (
    <main id="main" className="page py-24">
      <h1 className="text-3xl">Payment gateway</h1>
      <p className="mt-3 text-muted">Payments are made at the end of a booking.</p>
    </main>
  )
}
