import { expect, test } from 'vitest'
import { documentSeries, taxDocuments } from '~/db/schema'
import { issueDocuments } from '~/features/money/tax-documents.server'
import { useApp } from '../support/app'
import { onPostgres } from '../support/database'
import { bookByStaff } from '../support/staff-booking'
import { basicDraft, date } from '../support/theatre'

onPostgres('papers at once', () => {
  const app = useApp('postgres')

  test('numbers have no gap and no twin, though many are taken at once and some are taken back', async () => {
    const ids: string[] = []
    for (const day of ['2027-03-12', '2027-03-13', '2027-03-14']) {
      for (const slotId of Object.values(app.theatre.aurora.slots)) {
        ids.push(await bookByStaff(app, basicDraft(app.theatre, { date: date(day), slotId }), 149_900))
      }
    }
    const broken = new Error('given up')
    const givenUp = ids.slice(0, 3).map((id) =>
      app.context.db.transaction(async (tx) => {
        await issueDocuments({ ...app.context, db: tx }, id)
        throw broken
      }),
    )
    const done = [...ids, ...ids].map((id) => issueDocuments(app.context, id))
    const settled = await Promise.allSettled([...givenUp, ...done])
    expect(settled.slice(givenUp.length).filter(({ status }) => status === 'rejected')).toEqual([])
    const papers = await app.context.db.select().from(taxDocuments)
    expect(papers.map(({ sequence }) => sequence).sort((a, b) => a - b)).toEqual(ids.map((_, index) => index + 1))
    expect(await app.context.db.select().from(documentSeries)).toMatchObject([{ prefix: 'KOR', last: ids.length }])
  })
})
