import { expect, test } from 'vitest'
import { staff } from '~/db/schema'
import { quickRanges } from '~/domain/quick-ranges'
import { FILTERS_MOST } from '~/domain/saved-filters'
import { askedFilterOf, bookingFilters } from '~/features/booking-pages/back-office-forms.server'
import { filtersOf, removeFilter, renameFilter, saveFilter } from '~/features/booking-pages/saved-filters.server'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { date } from '../support/theatre'

onEachDatabase('a filter of the bookings', (kind) => {
  const app = useApp(kind)

  test('is kept under a name, for its person alone, and not without end', async () => {
    const people = ['asha', 'bela'].map((id) => ({ id, name: id, email: `${id}@lumiere.example`, passwordHash: '-' }))
    await app.context.db.insert(staff).values(people.map((one) => ({ ...one, role: 'super-admin' as const })))
    const [asha, bela] = [{ id: 'asha' }, { id: 'bela' }]
    const ranges = quickRanges(date('2027-03-01'))
    const save = (name: string, query = 'due=yes&search=Priya&nonsense=1') => {
      const { filter } = bookingFilters(`http://x/?${query}`, null)
      return saveFilter(app.context, asha, { name, shown: askedFilterOf(filter), ranges })
    }
    const kept = () => filtersOf(app.context, asha, quickRanges(date('2027-03-08')), { due: 'yes' })
    expect(await save('Due')).toEqual({ ok: true })
    // pressed twice
    expect(await save('Due')).toEqual({ ok: true })
    expect(await save('due')).toMatchObject({ ok: false, reason: 'name' })
    expect(await save('Nothing', 'search=Priya')).toMatchObject({ ok: false, reason: 'nothing' })
    expect(await save('Tomorrow', 'dateOf=desk-day&fromDate=2027-03-02&toDate=2027-03-02')).toEqual({ ok: true })
    const [due, tomorrow] = await kept()
    expect(due).toMatchObject({ name: 'Due', asked: { due: 'yes' }, now: true })
    expect(tomorrow).toMatchObject({
      asked: { dateOf: 'desk-day', fromDate: '2027-03-09', toDate: '2027-03-09' },
      now: false,
    })
    const id = due?.id ?? ''
    expect(await renameFilter(app.context, bela, { id, name: 'Mine' })).toMatchObject({ reason: 'not-found' })
    expect(await renameFilter(app.context, asha, { id, name: 'TOMORROW' })).toMatchObject({ reason: 'name' })
    expect(await renameFilter(app.context, asha, { id, name: 'DUE' })).toEqual({ ok: true })
    // of one moment: in the order of keeping, also when one was changed
    expect((await kept()).map(({ name }) => name)).toEqual(['DUE', 'Tomorrow'])
    expect(await removeFilter(app.context, bela, id)).toBe(false)
    const tries = await Promise.all(Array.from({ length: FILTERS_MOST }, (_, at) => save(`Filter ${at}`)))
    expect(tries.filter(({ ok }) => ok)).toHaveLength(FILTERS_MOST - 2)
    expect(await removeFilter(app.context, asha, id)).toBe(true)
    // pressed twice
    expect(await removeFilter(app.context, asha, id)).toBe(true)
    expect(await filtersOf(app.context, bela, ranges, {})).toEqual([])
  })
})
