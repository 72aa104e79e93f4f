import { readdirSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import type { bookings } from '~/db/schema'
import { moveStatus } from '~/features/stored-booking/move-status.server'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { holdSlot, purchase, storedBooking } from '../support/purchase'
import { basicDraft } from '../support/theatre'

/** The one place that may set a booking's status. */
const MOVER = 'app/features/stored-booking/move-status.server.ts'

/** Where a file changes bookings, and whether a status is among what it sets, also by a spread or a name of the file. */
function statusSetters(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
  const named = new Map<string, ts.Expression>()
  const found: string[] = []
  const setsStatus = (value: ts.Expression, depth = 0): boolean => {
    if (depth > 5) return false
    if (ts.isIdentifier(value)) {
      const meant = named.get(value.text)
      return meant !== undefined && setsStatus(meant, depth + 1)
    }
    if (ts.isParenthesizedExpression(value) || ts.isAsExpression(value)) return setsStatus(value.expression, depth + 1)
    if (ts.isBinaryExpression(value)) return setsStatus(value.right, depth + 1)
    if (ts.isConditionalExpression(value)) {
      return setsStatus(value.whenTrue, depth + 1) || setsStatus(value.whenFalse, depth + 1)
    }
    if (!ts.isObjectLiteralExpression(value)) return false
    return value.properties.some((one) =>
      ts.isSpreadAssignment(one) ? setsStatus(one.expression, depth + 1) : one.name?.getText(source) === 'status',
    )
  }
  const walk = (node: ts.Node, visit: (node: ts.Node) => void): void => {
    visit(node)
    node.forEachChild((child) => walk(child, visit))
  }
  walk(source, (node) => {
    if (ts.isVariableDeclaration(node) && node.initializer) named.set(node.name.getText(source), node.initializer)
  })
  walk(source, (node) => {
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return
    const on = node.expression.expression.getText(source)
    const [value] = node.arguments
    const ofBookings = node.expression.name.text === 'set' && /\.update\(\s*(schema\.)?bookings\s*\)\s*$/.test(on)
    if (ofBookings && value && setsStatus(value)) found.push(`${file}: ${node.getText(source)}`)
  })
  if (/\bupdate\s+"?bookings"?\s+set\b/i.test(text)) found.push(`${file}: raw SQL`)
  return found
}

describe('a status is set', () => {
  test('by one function only', () => {
    const all = readdirSync('app', { recursive: true, encoding: 'utf8' }).map((file) => `app/${file}`)
    const files = all.filter((file) => /\.tsx?$/.test(file))
    const setters = files.flatMap((file) => statusSetters(file, readFileSync(file, 'utf8')))
    expect(files.length).toBeGreaterThan(100)
    expect(setters.filter((one) => !one.startsWith(MOVER))).toEqual([])
    expect(
      setters.filter((one) => one.startsWith(MOVER)),
      'the check sees the one that may',
    ).toHaveLength(1)
  })

  test.each([
    "tx.update(bookings).set({ status: 'expired' })",
    "tx\n  .update(schema.bookings)\n  .set({ holdEndsAt: null, ...(over && { status: 'expired' }) })",
    "const ended = { status: 'expired' }\ntx.update(bookings).set({ ...ended })",
    "const status = 'expired'\ntx.update(bookings).set({ status })",
    "db.execute(sql`update bookings set status = 'booked'`)",
  ])('and this is noticed: %s', (text) => {
    expect(statusSetters('x.ts', text)).toHaveLength(1)
  })
})

onEachDatabase('a status moves', (kind) => {
  const app = useApp(kind)
  const move = (row: { id: string; status: typeof bookings.$inferSelect.status }, to: 'expired' | 'cancelled') =>
    app.context.db.transaction((tx) =>
      moveStatus(tx, row, { to, cause: to === 'expired' ? 'released' : 'cancelled', at: app.clock.now(), actor: 'x' }),
    )

  test('when the move is allowed and nobody else came first; the history says so', async () => {
    const { bookingId: id } = await holdSlot(app, basicDraft(app.theatre))
    const row = { id, status: 'pending' as const }
    expect(await move(row, 'expired')).toBe(true)
    expect(await move(row, 'cancelled'), 'it is no longer what it was').toBe(false)
    expect(await storedBooking(app, id)).toMatchObject({ status: 'expired', events: ['held', 'released'] })
  })

  test('never where it may not', async () => {
    const { bookingId: id } = await purchase(app, basicDraft(app.theatre))
    expect(await move({ id, status: 'booked' }, 'expired')).toBe(false)
    expect(await storedBooking(app, id)).toMatchObject({ status: 'booked' })
  })
})
