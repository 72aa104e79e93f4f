import type { Draft } from '~/domain/draft'
import { resolveQuote } from '~/features/booking/quote.server'
import { enterQuote } from '~/features/flow/flow-quote.server'
import type { TestApp } from './app'

/** A draft priced against the offer, as a customer's. */
export const quoteOf = ({ context }: TestApp, draft: Draft) =>
  resolveQuote(context, context.db, { draft, dropped: undefined })

/** A draft that may enter the steps behind the details. */
export async function enteredQuote(app: TestApp, draft: Draft) {
  const entered = enterQuote(await quoteOf(app, draft), 'packages')
  if (!entered.ok) throw new Error(entered.message)
  return entered.quote
}
