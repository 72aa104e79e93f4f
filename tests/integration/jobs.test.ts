import { expect, test } from 'vitest'
import type { JobHandlers } from '~/platform/jobs.server'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'

onEachDatabase('jobs', (kind) => {
  const app = useApp(kind)
  const idle: JobHandlers = {
    'deliver-mail': async () => {},
    'process-webhook': async () => {},
    'send-refund': async () => {},
    'tidy-up': async () => {},
    reconcile: async () => {},
    'check-books': async () => {},
  }

  test('exist when the transaction that adds them commits, and only then', async () => {
    const { db, jobs } = app.context
    await db.transaction((tx) => jobs.enqueue(tx, 'deliver-mail', { outboxId: 'kept' }))
    const undone = db.transaction(async (tx) => {
      await jobs.enqueue(tx, 'deliver-mail', { outboxId: 'undone' })
      throw new Error('undo')
    })
    await expect(undone).rejects.toThrow('undo')
    const ran: string[] = []
    const handlers: JobHandlers = { ...idle, 'deliver-mail': async ({ outboxId }) => void ran.push(outboxId) }
    expect(await jobs.runDue(handlers)).toEqual({ done: 1, failed: 0 })
    expect(ran).toEqual(['kept'])
  })

  test('that fail come again later, and do not take others with them', async () => {
    const { db, jobs } = app.context
    for (const refundId of ['good', 'bad', 'fine']) await jobs.enqueue(db, 'send-refund', { refundId })
    const ran: string[] = []
    const handlers: JobHandlers = {
      ...idle,
      'send-refund': async ({ refundId }) => {
        if (refundId === 'bad') throw new Error('refused')
        ran.push(refundId)
      },
    }
    expect(await jobs.runDue(handlers)).toEqual({ done: 2, failed: 1 })
    expect(ran).toEqual(['good', 'fine'])
    expect(await jobs.runDue(handlers)).toEqual({ done: 0, failed: 0 })
  })

  test('that are for later wait', async () => {
    const { db, jobs } = app.context
    await jobs.enqueue(db, 'deliver-mail', { outboxId: 'later' }, new Date(Date.now() + 60_000))
    expect(await jobs.runDue(idle)).toEqual({ done: 0, failed: 0 })
  })
})
