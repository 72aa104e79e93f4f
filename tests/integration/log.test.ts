import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { cities } from '~/db/schema'
import { createLog } from '~/platform/log.server'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'

onEachDatabase('a failed query in the log', (kind) => {
  const app = useApp(kind)

  test('is told without its values', async () => {
    const lines: string[] = []
    const log = createLog('info', { write: (line) => lines.push(line) })
    const id = 'zubeida.q@gmail.com'
    const failures = [
      app.context.db.insert(cities).values([1, 2].map(() => ({ id, name: '9812345670' }))),
      app.context.db.execute(sql`select ${id}::int`),
    ]
    for (const failure of failures) log.error({ err: await failure.catch((error: unknown) => error) }, 'request failed')
    expect(lines).toHaveLength(2)
    expect(JSON.parse(lines[0] ?? '').err).toMatchObject({ message: expect.stringContaining('Failed query') })
    for (const line of lines) {
      expect(line).not.toContain('zubeida')
      expect(line).not.toContain('9812345670')
    }
  })
})
