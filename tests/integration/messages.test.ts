import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditLog, contactMessages } from '~/db/schema'
import { listMessages, markHandled } from '~/features/site/messages.server'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { OWNER } from '../support/theatre'

onEachDatabase('messages of visitors', (kind) => {
  const app = useApp(kind)

  test('are found, handled and opened again, with who did it', async () => {
    const { db } = app.context
    await db.insert(contactMessages).values([
      { id: 'm1', name: 'Gita', phone: '9845000009', email: 'gita@x.example', message: 'A surprise for forty' },
      { id: 'm2', name: 'Hari', phone: '9845000010', email: 'hari@x.example', message: 'Do you have parking?' },
    ])
    expect((await listMessages(app.context, { search: 'parking' })).messages).toMatchObject([{ name: 'Hari' }])
    await db.update(contactMessages).set({ phone: '+91 98450-77701' }).where(eq(contactMessages.name, 'Hari'))
    for (const search of ['9845077701', '98450 77701']) {
      expect((await listMessages(app.context, { search })).messages, search).toMatchObject([{ name: 'Hari' }])
    }
    const owner = { ...OWNER, email: 'owner@x.example', sessionId: 's' }
    expect(await markHandled(app.context, owner, 'm1', true)).toBe(true)
    expect(await markHandled(app.context, owner, 'nothing', true)).toBe(false)
    // pressed by a colleague too: it was handled by the first, and the log has it once
    expect(await markHandled(app.context, { ...owner, id: 'two', name: 'Ravi' }, 'm1', true)).toBe(true)
    expect(await db.$count(auditLog, eq(auditLog.entity, 'Message'))).toBe(1)
    expect((await listMessages(app.context, { state: 'handled' })).messages).toMatchObject([
      { name: 'Gita', handledBy: OWNER.name },
    ])
    await markHandled(app.context, owner, 'm1', false)
    expect(await listMessages(app.context, { state: 'open' })).toMatchObject({ total: 2 })
  })
})
