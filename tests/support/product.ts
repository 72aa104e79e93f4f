import { seedDemo } from '~/db/seed.server'
import { jobHandlers } from '~/features/payment/background-work.server'
import { openApp, type TestApp } from './app'
import type { DatabaseKind } from './database'

export { KEYS } from './app'
export { databaseKinds } from './database'

export type Product = TestApp

/** The product with the demo business, its jobs at work as on the server. */
export async function openProduct(kind: DatabaseKind, at = '2026-11-21T06:00:00Z'): Promise<Product> {
  const app = await openApp(kind, at)
  const { db, clock, settings, jobs } = app.context
  await seedDemo(db, { now: clock.now(), zone: 'Asia/Kolkata', appUrl: settings.APP_URL, phone: '9876543210' })
  await jobs.start(jobHandlers(app.context))
  return app
}
