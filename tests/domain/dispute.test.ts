import { describe, expect, it } from 'vitest'
import { DISPUTE_STATUSES, type DisputeNews, disputeStep, isStillNews } from '~/domain/dispute'

describe('news of a dispute', () => {
  it.each([
    ['opened', ['open']],
    ['lost', ['lost']],
    ['won', ['won', 'closed']],
    ['goes-on', ['open', 'under_review']],
  ] satisfies [DisputeNews, string[]][])('that it is %s is news while it is', (news, states) => {
    expect(DISPUTE_STATUSES.filter((status) => isStillNews(news, status))).toEqual(states)
  })
})

describe('a word about a dispute', () => {
  it.each([
    ['the first', undefined, 'under_review', 'follow'],
    ['lost, and won after all', 'lost', 'won', 'follow'],
    ['won, and lost after all', 'ours', 'lost', 'follow'],
    ['lost, and at the bank again', 'lost', 'under_review', 'goes-on'],
    ['lost, and open again', 'lost', 'open', 'goes-on'],
    ['won, and at the bank again', 'ours', 'open', 'goes-on'],
    ['lost, and of a state that we do not know', 'lost', 'unknown', 'nothing'],
  ] as const)('%s', (_, decided, status, step) => {
    expect(disputeStep(decided, status, true)).toBe(step)
  })

  it.each([
    ['lost, and won after all', 'lost', 'won', 'follow'],
    ['won, and lost after all', 'ours', 'lost', 'nothing'],
    ['lost, and at the bank again', 'lost', 'open', 'nothing'],
  ] as const)('that is told by an event alone: %s', (_, decided, status, step) => {
    expect(disputeStep(decided, status, false)).toBe(step)
  })
})
