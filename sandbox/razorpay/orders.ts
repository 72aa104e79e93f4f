import { type CapturePolicy, noSuchId, type Order, Refusal } from './entities'
import type { World } from './ledger'
import { capturePolicy, onlyFields, type Sent, theCurrency, theNotes, theReceipt, wholeAmount } from './validation'

const LEAST_AMOUNT = 100
const ORDER_FIELDS = [
  'amount',
  'currency',
  'receipt',
  'notes',
  'payment',
  'payment_capture',
  'partial_payment',
  'unique_receipt',
]

/** What the merchant asks to be paid, and how long an authorised payment of it is captured by itself. */
export function createOrders({
  behaviour,
  clock,
  ids,
  schedule,
}: Pick<World, 'behaviour' | 'clock' | 'ids' | 'schedule'>) {
  const orders = new Map<string, Order>()
  const policies = new Map<string, CapturePolicy>()

  function createOrder(sent: Sent): Order {
    const step = 'order_creation'
    onlyFields(sent, ORDER_FIELDS, step)
    const amount = wholeAmount(sent.amount, step)
    if (amount < LEAST_AMOUNT) {
      throw new Refusal(400, 'Order amount less than minimum amount allowed', {
        step,
        reason: 'amount_less_than_minimum_amount',
        field: 'amount',
      })
    }
    const currency = theCurrency(sent.currency, step)
    const receipt = theReceipt(sent.receipt)
    const notes = theNotes(sent.notes)
    const policy = capturePolicy(sent)
    const same = receipt === null ? undefined : [...orders.values()].find((order) => order.receipt === receipt)
    if (same) {
      if (sent.unique_receipt === true || behaviour.receipts === 'return_same') return same
      if (behaviour.receipts === 'reject') {
        throw new Refusal(400, 'Order receipt should be unique.', { step, field: 'receipt' })
      }
    }
    const order: Order = {
      id: ids.next('order'),
      entity: 'order',
      amount,
      amount_paid: 0,
      amount_due: amount,
      currency,
      receipt,
      offer_id: null,
      status: 'created',
      attempts: 0,
      notes,
      created_at: clock.seconds(),
    }
    orders.set(order.id, order)
    policies.set(order.id, policy)
    return order
  }

  function patchOrder(id: string, sent: Sent): Order {
    const found = order(id)
    onlyFields(sent, ['notes'], 'order_updation')
    found.notes = theNotes(sent.notes)
    return found
  }

  function order(id: string): Order {
    schedule.runDue()
    const found = orders.get(id)
    if (!found) throw noSuchId()
    return found
  }

  return { orders, policies, order, createOrder, patchOrder }
}
