/**
 * Where a dispute is: a customer's bank asks for a payment's money back, we accept or answer, the bank decides.
 * `unknown`: a word of the provider's that we do not know yet; nothing is concluded from it.
 */
export const DISPUTE_STATUSES = ['open', 'under_review', 'won', 'lost', 'closed', 'unknown'] as const
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number]

/** The bank has yet to decide these: it may still take the money. */
export const DISPUTES_AT_THE_BANK: DisputeStatus[] = ['open', 'under_review']

/** What a dispute is called in the back office, and what is to be done about it; `until` is when its time is over. */
const WORDS = {
  open: {
    title: 'The customer’s bank asks for the money back',
    task: (until) =>
      `Accept it, or send your proof in the provider’s dashboard${until ? ` by ${until}` : ''}: without an answer it is lost.`,
  },
  under_review: { title: 'The bank looks at your proof', task: () => 'Nothing is to be done until it has decided.' },
  won: { title: 'A dispute was won', task: () => 'The money stays yours.' },
  lost: {
    title: 'A dispute was lost, and not all of it could be booked off',
    task: () =>
      'The money had gone back before, was not taken yet, or belongs to no booking here: see what became of it, and say so.',
  },
  closed: { title: 'A dispute was closed', task: () => 'The money stays yours.' },
  unknown: { title: 'The customer’s bank disputes a payment', task: () => 'See to it in the provider’s dashboard.' },
} as const satisfies Record<DisputeStatus, { title: string; task: (until: string | undefined) => string }>

/** What a dispute in this state is called. */
export const disputeTitle = (status: DisputeStatus): string => WORDS[status].title

/** What staff are to do about a dispute, and until when. */
export const disputeTask = (status: DisputeStatus, until?: string): string => WORDS[status].task(until)

/** Whether a dispute is decided, and how. */
export type DisputeEnd = 'ours' | 'lost'

/** How a dispute ended: `lost` is money that has gone; undefined while it is open. */
export function disputeEnd(status: DisputeStatus): DisputeEnd | undefined {
  if (status === 'lost') return 'lost'
  return status === 'won' || status === 'closed' ? 'ours' : undefined
}

/**
 * What a word about a dispute means after it was `decided`: it may be decided otherwise, or go on at the bank. What a lost one took stays
 * booked off while it goes on: the bank may keep it, and what is given out meanwhile would be lost twice. A word that is not `certain` may
 * come late: it undoes nothing that the bank gave back since, and begins nothing anew.
 */
export function disputeStep(
  decided: DisputeEnd | undefined,
  status: DisputeStatus,
  certain: boolean,
): 'follow' | 'goes-on' | 'nothing' {
  if (!decided) return 'follow'
  if (disputeEnd(status)) return certain || decided === 'lost' ? 'follow' : 'nothing'
  return certain && DISPUTES_AT_THE_BANK.includes(status) ? 'goes-on' : 'nothing'
}

/** What the business is told of a dispute by mail: that there is one, how it ended, and that a bank takes up one that had. */
export type DisputeNews = 'opened' | 'lost' | 'won' | 'goes-on'

/** Whether news of a dispute is still so in a state that it has come to by now: a letter of it may go out late, after the next one. */
export function isStillNews(news: DisputeNews, status: DisputeStatus): boolean {
  if (news === 'opened') return status === 'open'
  if (news === 'goes-on') return DISPUTES_AT_THE_BANK.includes(status)
  return disputeEnd(status) === (news === 'lost' ? 'lost' : 'ours')
}
