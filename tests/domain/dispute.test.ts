import { describe, expect, it } from 'vitest'
import { DISPUTE_STATUSES, type DisputeNews, isStillNews } from '~/domain/dispute'

describe('news of a dispute', () => {
  it.each([
    ['opened', ['open']],
    ['lost', ['lost']],
    ['won', ['won', 'closed']],
  ] satisfies [DisputeNews, string[]][])('that it is %s is news while it is', (news, states) => {
    expect(DISPUTE_STATUSES.filter((status) => isStillNews(news, status))).toEqual(states)
  })
})
