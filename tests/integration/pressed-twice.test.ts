import { beforeEach, expect, test } from 'vitest'
import { ask, furnish, serveHere, signedIn, undone, type Visit } from '../support/addresses'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { DEEDS, type Deed } from '../support/deeds'
import { everyRecord } from '../support/every-record'
import { locationAdmin, OWNER } from '../support/theatre'

const done = DEEDS.filter(({ fields, owner }) => fields && owner.startsWith('303'))
const EDITS = done.filter(({ at }) => at.endsWith('/:id') && at.includes('/edit/'))
const ACCOUNT = done.filter(({ at, fields }) => at === '/admin/staff/:id' && fields?.version)
const REVIEWS = done.filter(({ at }) => at === '/admin/reviews')
const DELETIONS = done.filter(({ fields }) => fields?.intent === 'delete')

const nameOf = ({ at, id, fields }: Deed) => [at, id ?? fields?.id].join(' ')

onEachDatabase('pressed twice', (kind) => {
  const app = useApp(kind)
  let records: Record<string, string> = {}
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (_, name: string) => records[name] ?? `{${name}}`)

  beforeEach(async () => {
    serveHere(app.context)
    records = await furnish(app)
  })

  /** What this is answered when it is sent twice, and whether the second time changed anything; all of it is taken back. */
  async function twice({ at, id, fields }: Deed, cookie: string) {
    const sent: Visit = {
      ...{ at, id: id && fill(id), cookie },
      fields: Object.fromEntries(Object.entries(fields ?? {}).map(([name, value]) => [name, fill(value)])),
    }
    const found: { answers: unknown[]; changed: boolean[] } = { answers: [], changed: [] }
    await undone(app.context, async (context) => {
      serveHere(context)
      let before = await everyRecord(context)
      for (const _ of ['once', 'again']) {
        const { short, said } = await ask(sent)
        const after = await everyRecord(context)
        found.answers.push([short, said])
        found.changed.push(after !== before)
        before = after
      }
    })
    serveHere(app.context)
    return found
  }

  test('an edit is saved once, and answered as such on both times', { timeout: 120_000 }, async () => {
    const cookie = await signedIn(app, OWNER)
    expect(EDITS.length).toBeGreaterThan(9)
    for (const deed of [...EDITS, ...ACCOUNT, ...REVIEWS]) {
      const { answers, changed } = await twice(deed, cookie)
      expect([answers[0], ...changed], nameOf(deed)).toEqual([[fill(deed.owner), expect.any(String)], true, false])
      expect(answers[1], nameOf(deed)).toEqual(answers[0])
    }
  })

  test(
    'what is deleted is gone on both times, and of another location nothing is told',
    { timeout: 120_000 },
    async () => {
      const cookie = await signedIn(app, OWNER)
      expect(DELETIONS.length).toBeGreaterThan(8)
      for (const deed of DELETIONS) {
        const { answers, changed } = await twice(deed, cookie)
        expect([answers[0], ...changed], nameOf(deed)).toEqual([[fill(deed.owner), expect.any(String)], true, false])
        expect(answers[1], nameOf(deed)).toEqual(answers[0])
      }
      const manager = await signedIn(app, locationAdmin(app.theatre.locationId))
      for (const deed of DELETIONS.filter((one) => one.manager === '404')) {
        const sent = { at: deed.at, fields: { intent: 'delete', id: fill(deed.fields?.id ?? '') } }
        expect((await ask({ ...sent, cookie })).short).toBe(fill(deed.owner))
        expect((await ask({ ...sent, cookie: manager })).short).toBe('404')
      }
      expect((await ask({ at: '/admin/cities', cookie, fields: { intent: 'delete', id: 'never' } })).short).toBe('404')
    },
  )
})
