import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import postgres from 'postgres'
import { newId } from '~/db/new-id'

/** Where this run's processes put what they share, and the files of apps that nobody closes. */
export const runFolder = () => path.join(tmpdir(), process.env.TEST_DATABASES ?? 'lumiere-test')

/** Where the shares of this run's histories say what they reached. */
export const reachedIn = () => path.join(runFolder(), 'reached')

/** Names this run's databases on the server and its folder, and removes at its end those that no test removed. */
export default function leaveNothing(): () => Promise<void> {
  const run = `lumiere_${newId()}`
  process.env.TEST_DATABASES = run
  return async () => {
    await rm(runFolder(), { recursive: true, force: true })
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
