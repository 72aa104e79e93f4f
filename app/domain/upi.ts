import type { Paise } from './money'

const NOTE_MAX = 50

interface UpiRequest {
  /** The address that is paid to, `name@bank`. */
  vpa: string
  payee: string
  amount: Paise
  /** What the payment is for, and by what we find it again. */
  note: string
  reference: string
}

/**
 * The link behind a UPI code, after NPCI's linking specification: the payer's app opens with payee and amount filled in, and
 * the amount cannot be changed (rule E6). Nobody tells us that it was paid: that the desk sees on its own phone.
 */
export function upiLink({ vpa, payee, amount, note, reference }: UpiRequest): string {
  const fields = {
    pa: vpa,
    pn: payee,
    am: (amount / 100).toFixed(2),
    cu: 'INR',
    tn: note.slice(0, NOTE_MAX),
    tr: reference,
  }
  const query = Object.entries(fields).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  // banks' apps read the address as it is written
  return `upi://pay?${query.join('&').replace('%40', '@')}`
}
