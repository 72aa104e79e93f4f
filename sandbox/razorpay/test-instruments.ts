import type { Card, FailureReason, Means, Payment } from './entities'
import type { Ids } from './ids'

const atTheBank = (reason: string, description: string, code = 'BAD_REQUEST_ERROR'): FailureReason => ({
  code,
  description,
  source: code === 'GATEWAY_ERROR' ? 'gateway' : 'customer',
  step: code === 'GATEWAY_ERROR' ? 'payment_authorization' : 'payment_authentication',
  reason,
})

export const CANCELLED_BY_USER = atTheBank('payment_cancelled', 'Payment processing cancelled by user')
export const TIMED_OUT = atTheBank('payment_timed_out', 'Payment was not completed on time.')
export const WRONG_OTP = atTheBank('incorrect_otp', 'The OTP entered is incorrect. Please try again.')
export const FAILED_AT_BANK = atTheBank('payment_failed', 'Payment failed at the bank. Please try another method.')
export const UPI_DECLINED = atTheBank('payment_declined', 'The payment was declined in the UPI app.')
export const INVALID_VPA: FailureReason = {
  code: 'BAD_REQUEST_ERROR',
  description: 'Invalid UPI ID. Please enter a valid one.',
  source: 'customer',
  step: 'payment_initiation',
  reason: 'invalid_vpa',
}

/** The documented test cards. */
export const GOOD_CARDS: readonly { number: string; network: string }[] = [
  { number: '4100280000001007', network: 'Visa' },
  { number: '5500670000001002', network: 'MasterCard' },
  { number: '6527658900001005', network: 'RuPay' },
]

/** The documented cards that fail, each with its own reason. */
export const ERROR_CARDS: Readonly<Record<string, FailureReason>> = {
  '4100280000090000': atTheBank('payment_timed_out', 'Payment was not completed on time.'),
  '4100280000080001': atTheBank('insufficient_fund', 'Your card does not have enough balance.'),
  '4100280000070002': atTheBank('payment_cancelled', 'Payment processing cancelled by user'),
  '4100280000060003': atTheBank('card_declined', 'Your card was declined by the bank.'),
  '4100280000020007': atTheBank(
    'gateway_technical_error',
    'Payment failed due to a technical error at the bank.',
    'GATEWAY_ERROR',
  ),
  '4100280000000009': atTheBank('authentication_failed', 'The bank could not authenticate the payment.'),
}

export const BANKS: Readonly<Record<string, string>> = {
  HDFC: 'HDFC Bank',
  ICIC: 'ICICI Bank',
  SBIN: 'State Bank of India',
  UTIB: 'Axis Bank',
}

export const WALLETS: Readonly<Record<string, string>> = { payzapp: 'PayZapp', mobikwik: 'MobiKwik' }

/** A usual way to pay by a method's name, for payments made without a browser. */
export function usualMeans(method: string): Means {
  if (method === 'card') return { method, number: '4100280000001007', name: 'Test Customer' }
  if (method === 'netbanking') return { method, bank: 'HDFC' }
  if (method === 'wallet') return { method, wallet: 'payzapp' }
  return { method: 'upi', vpa: 'success@razorpay' }
}

const networkOf = (number: string) =>
  GOOD_CARDS.find((card) => card.number === number)?.network ?? (number.startsWith('5') ? 'MasterCard' : 'Visa')

type MeansFields = Pick<Payment, 'method' | 'card_id' | 'card' | 'bank' | 'wallet' | 'vpa' | 'upi' | 'acquirer_data'>

/** What a payment says about how it was paid; numbers of the bank are filled in only when it went through. */
export function describeMeans(means: Means, ids: Ids): MeansFields {
  const none = { card_id: null, bank: null, wallet: null, vpa: null }
  switch (means.method) {
    case 'card': {
      const card: Card = {
        id: ids.next('card'),
        entity: 'card',
        name: means.name,
        last4: means.number.slice(-4),
        network: networkOf(means.number),
        type: 'credit',
        issuer: 'HDFC',
        international: false,
        emi: false,
        sub_type: 'consumer',
        token_iin: null,
      }
      return { ...none, method: 'card', card_id: card.id, card, acquirer_data: { auth_code: null, rrn: null } }
    }
    case 'netbanking':
      return { ...none, method: 'netbanking', bank: means.bank, acquirer_data: { bank_transaction_id: null } }
    case 'wallet':
      return { ...none, method: 'wallet', wallet: means.wallet, acquirer_data: { transaction_id: null } }
    default:
      return {
        ...none,
        method: 'upi',
        vpa: means.vpa,
        upi: { vpa: means.vpa },
        acquirer_data: { rrn: null, upi_transaction_id: null },
      }
  }
}
