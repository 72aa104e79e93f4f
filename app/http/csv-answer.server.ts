import { Readable } from 'node:stream'
import { createReadableStreamFromReadable } from '@remix-run/node'
import { todayIn } from '~/domain/calendar'
import { recordChange } from '~/features/back-office/audit.server'
import type { AppContext } from '~/platform/context.server'

/** So that spreadsheets read the file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

/** A CSV file to download, written as it is read; who took it is noted in the audit log. */
export async function csvAnswer(
  context: AppContext,
  staff: { id: string; name: string; locationId: string | null },
  what: string,
  lines: AsyncIterable<string>,
): Promise<Response> {
  const { locationId } = staff
  await recordChange(context, context.db, staff, { action: 'exported', entity: what, id: '', name: 'CSV', locationId })
  const name = `${what.toLowerCase()}-${todayIn(context.business.timeZone, context.clock.now())}.csv`
  async function* file() {
    yield BYTE_ORDER_MARK
    yield* lines
  }
  return new Response(createReadableStreamFromReadable(Readable.from(file())), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'no-store',
    },
  })
}
