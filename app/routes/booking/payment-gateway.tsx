import type { MetaFunction } from '@remix-run/node'

export const meta: MetaFunction = () => [{ title: 'Payment gateway' }, { name: 'robots', content: 'noindex' }]

/** A placeholder the document names (spec customer-side §2, Routes). */
export default function PaymentGateway() {
  return (
    <main id="main" className="page py-24">
      <h1 className="text-3xl">Payment gateway</h1>
      <p className="mt-3 text-muted">Payments are made at the end of a booking.</p>
    </main>
  )
}
