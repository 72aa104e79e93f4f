import { readdirSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import type { bookings } from '~/db/schema'
import { moveStatus } from '~/features/stored-booking/move-status.server'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { holdSlot, purchase, storedBooking } from '../support/purchase'
import { basicDraft } from '../support/theatre'

/** What has one function that sets it: the table, its columns, and where that function is. */
const MOVERS = [
  { table: 'bookings', columns: ['status'], mover: 'app/features/stored-booking/move-status.server.ts' },
  { table: 'refunds', columns: ['status'], mover: 'app/features/money/refund-move.server.ts' },
  { table: 'moneyCases', columns: ['settledAt', 'outcome'], mover: 'app/features/money/money-case.server.ts' },
  { table: 'payments', columns: ['status'], mover: 'app/features/money/refund-move.server.ts' },
] as const

/** A table's name in SQL. */
const inSql = (table: string) => table.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Where a file changes a table, and whether one of the columns is among what it sets, also by a spread or a name of the file. */
function settersOf(table: string, columns: readonly string[], file: string, text: string): string[] {
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
      ts.isSpreadAssignment(one)
        ? setsStatus(one.expression, depth + 1)
        : columns.includes(one.name?.getText(source) ?? ''),
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
    const changes = new RegExp(`\\.update\\(\\s*(schema\\.)?${table}\\s*\\)\\s*$`).test(on)
    if (node.expression.name.text === 'set' && changes && value && setsStatus(value))
      found.push(`${file}: ${node.getText(source)}`)
  })
  if (new RegExp(`\\bupdate\\s+"?${inSql(table)}"?\\s+set\\b`, 'i').test(text)) found.push(`${file}: raw SQL`)
  return found
}

describe.each(MOVERS)('$columns of $table', ({ table, columns, mover }) => {
  test('is set by one function only', () => {
    const all = readdirSync('app', { recursive: true, encoding: 'utf8' }).map((file) => `app/${file}`)
    const files = all.filter((file) => /\.tsx?$/.test(file))
    const setters = files.flatMap((file) => settersOf(table, columns, file, readFileSync(file, 'utf8')))
    expect(files.length).toBeGreaterThan(100)
    expect(setters.filter((one) => !one.startsWith(mover))).toEqual([])
    expect(
      setters.filter((one) => one.startsWith(mover)),
      'the check sees the one that may',
    ).toHaveLength(1)
  })
})

describe('a status is set', () => {
  test.each([
    "tx.update(bookings).set({ status: 'expired' })",
    "tx\n  .update(schema.bookings)\n  .set({ holdEndsAt: null, ...(over && { status: 'expired' }) })",
    "const ended = { status: 'expired' }\ntx.update(bookings).set({ ...ended })",
    "const status = 'expired'\ntx.update(bookings).set({ status })",
    "db.execute(sql`update bookings set status = 'booked'`)",
  ])('and this is noticed: %s', (text) => {
    expect(settersOf('bookings', ['status'], 'x.ts', text)).toHaveLength(1)
  })

  test('and so is the end of a case, by its column or in SQL', () => {
    const noticed = (text: string) => settersOf('moneyCases', ['settledAt', 'outcome'], 'x.ts', text)
    expect(noticed("tx.update(moneyCases).set({ ...row, outcome: 'lost' })")).toHaveLength(1)
    expect(noticed('db.execute(sql`update money_cases set settled_at = now()`)')).toHaveLength(1)
    expect(noticed('tx.update(moneyCases).set({ detail })')).toEqual([])
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
