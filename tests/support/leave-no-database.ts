import postgres from 'postgres'
import { newId } from '~/db/new-id'

/** Names this run's databases on the server, and drops at its end those that no test dropped. */
export default function leaveNoDatabase(): () => Promise<void> {
  const run = `lumiere_${newId()}`
  process.env.TEST_DATABASES = run
  return async () => {
    const server = process.env.TEST_POSTGRES_URL
    if (!server) return
    const admin = postgres(server, { max: 1, onnotice: () => {} })
    const left = await admin<
      { name: string }[]
    >`select datname as name from pg_database where datname like ${`${run}\\_%`}`
    for (const { name } of left) await admin.unsafe(`drop database if exists ${name} with (force)`)
    await admin.end()
  }
}
