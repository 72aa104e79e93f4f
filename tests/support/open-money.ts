import { expect } from 'vitest'
import { auditLog } from '~/db/schema'
import { answerMoney } from '~/features/money/money-answer.server'
import { type OpenMoney, openMoney, waitingOf } from '~/features/money/open-money.server'
import { countOpenMoney, countTooLong } from '~/features/money/open-money-counts.server'
import { type ActingStaff, scopeOf } from '~/features/staff/staff-scope.server'
import type { TheatreApp } from './app'
import { locationAdmin, OWNER } from './theatre'

/** The page of money that waits for somebody, as staff see and use it. */
export function moneyPage(app: TheatreApp) {
  const count = (staff: ActingStaff = OWNER) => countOpenMoney(app.context, scopeOf(staff))
  /** What the page lists; the menu's count agrees with it at every moment, and so does what waits too long. */
  async function seen(staff: ActingStaff = OWNER) {
    const open = await openMoney(app.context, scopeOf(staff), staff.role)
    const waiting = waitingOf(open)
    expect(await count(staff)).toBe(waiting.length)
    const late = (rows: OpenMoney[]) => rows.filter(({ tooLong }) => tooLong).length
    const counted = { waiting: late(waiting), underWay: late(open.underWay) }
    expect(await countTooLong(app.context, scopeOf(staff))).toEqual(counted)
    return open
  }
  function press(fields: Record<string, string>, staff: ActingStaff = OWNER) {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    return answerMoney(app.context, staff, form)
  }
  return {
    seen,
    count,
    press,
    /** The changes that the audit log tells. */
    audited: async () =>
      (await app.context.db.select().from(auditLog).orderBy(auditLog.id)).map(({ changes }) => changes),
    /** The admins of Koramangala and of Indiranagar. */
    here: () => locationAdmin(app.theatre.locationId),
    elsewhere: () => locationAdmin(app.theatre.otherLocationId),
  }
}
