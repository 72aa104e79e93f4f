/** The most characters of what a bank, or the provider, calls a payment. */
const REFERENCE_MAX = 40
/** The most of it that is read as it is typed or copied, with what stands around it. */
export const REFERENCE_TYPED = REFERENCE_MAX + 20

/**
 * What somebody copied from a UPI app, a bank's message or a receipt, as it is kept: without spaces and the signs that apps
 * put around it or before it. Undefined when it cannot be one. The provider's own names (`pay_…`, `order_…`) keep their letter case.
 */
export function tidyReference(text: string): string | undefined {
  const tidy = text.replace(/[\s#:.]/g, '').replace(/^(utr|rrn|upi|ref|txn)[a-z]*(?=\d{6})/i, '')
  return /^[A-Za-z0-9_-]{8,}$/.test(tidy) && tidy.length <= REFERENCE_MAX ? tidy : undefined
}
