import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { moneyCases, refunds } from '~/db/schema'
import { checkBooks } from '~/features/money/books-check.server'
import { followDispute } from '~/features/money/dispute.server'
import { reconcilePayments } from '~/features/money/reconcile-payments.server'
import { sendBack, settleCase } from '~/features/money/settle-money.server'
import { useApp } from '../support/app'
import { onPostgres } from '../support/database'
import { standingStill } from '../support/standing-still'
import { OWNER } from '../support/theatre'

onPostgres('a dispute that is decided in the very moment', () => {
  const app = useApp('postgres')

  const caseOf = async (reference: string) => {
    const found = await app.context.db.query.moneyCases.findFirst({ where: eq(moneyCases.reference, reference) })
    if (!found) throw new Error('There is no such case.')
    return found
  }

  /** How many wait for a row that somebody else has locked. */
  const waiting = () =>
    app.context.client.urgentDb.$count(
      sql`pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )

  test('in which money without a home is sent back keeps what the bank took from going back once more', async () => {
    const { context, emulator, clock } = app
    const { ledger } = emulator
    const stray = ledger.strayPayment()
    clock.advanceMinutes(90)
    await reconcilePayments(context)
    await app.work()
    const { id } = ledger.openDispute(stray.id, { amount: 10_000 })
    ledger.moveDispute(id, 'under_review')
    await followDispute(context, id)
    await settleCase(context, OWNER, (await caseOf(id)).id, 'Our proof is at the bank')
    const listed = await caseOf(stray.id)

    const letGo = await standingStill(
      context.client,
      sql`select id from ${moneyCases} where id = ${listed.id} for update`,
    )
    const pressed = sendBack(context, OWNER, listed.id)
    // it has been told that the bank still looks, and has locked the dispute
    await expect.poll(waiting).toBe(1)
    ledger.moveDispute(id, 'lost')
    const heard = followDispute(context, id)
    await expect.poll(waiting).toBe(2)
    await letGo()
    expect(await pressed).toMatchObject({ ok: true })
    expect(await heard).toBe(true)

    expect(await app.work()).toMatchObject({ failed: 0 })
    const back = await context.db.select().from(refunds)
    expect(back.map(({ origin, amount, status }) => [origin, amount, status]).sort()).toEqual([
      ['dispute', 10_000, 'processed'],
      ['ours', stray.amount - 10_000, 'processed'],
    ])
    expect(await checkBooks(context)).toEqual([])
  })
})
