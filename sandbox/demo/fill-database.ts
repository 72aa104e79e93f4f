import { businessFrom } from '~/platform/business.server'
import { type Settings, SettingsError } from '~/platform/env.server'
import { reachDatabase } from '~/platform/reach-database.server'
import { seedDemo } from './seed'

/**
 * Fills the database of the server that is about to start with these settings; one that holds a business stays as it is.
 * `evening` as in `seedDemo`.
 *
 * @throws SettingsError when the database cannot be reached, or when it is the business's own: the demo's password is known
 */
export async function fillDatabase(settings: Settings, { evening }: { evening: boolean }): Promise<void> {
  if (settings.APP_ENV === 'production') throw new SettingsError('APP_ENV: the demo has a known password.')
  const client = await reachDatabase(settings)
  try {
    const { timeZone, appUrl, phones } = businessFrom(settings)
    await seedDemo(client.db, { now: new Date(), zone: timeZone, appUrl, phone: phones[0] ?? '', evening })
  } finally {
    await client.close()
  }
}
