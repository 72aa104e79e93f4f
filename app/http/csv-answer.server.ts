import { Readable } from 'node:stream'
import { createReadableStreamFromReadable } from '@remix-run/node'
import { todayIn } from '~/domain/calendar'
import { csvLine, fileName, fileWords } from '~/domain/csv'
import { recordChange } from '~/features/back-office/audit.server'
import type { AppContext } from '~/platform/context.server'

/** So that spreadsheets read the file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

/** How much of a file is sent at once, in characters. */
const PIECE = 32_768
export const CUT = 'This file is not complete: reading stopped here. Please download it again.'

/**
 * The file, piece by piece. What goes wrong on the way can no longer be answered otherwise, so the last line says so; nobody
 * reads on for somebody who has gone away.
 */
async function* fileOf({ log }: Pick<AppContext, 'log'>, lines: AsyncIterable<string>, signal: AbortSignal) {
  let piece = BYTE_ORDER_MARK
  try {
    for await (const line of lines) {
      piece += line
      if (piece.length < PIECE) continue
      if (signal.aborted) return
      yield piece
      piece = ''
    }
  } catch (err) {
    log.error({ err }, 'a file was cut short')
    piece += csvLine([CUT])
  }
  yield piece
}

/** A CSV file to download, called after what it holds and written as it is read; who took it, and which, is noted in the audit log. */
export async function csvAnswer(
  context: AppContext,
  staff: { id: string; name: string; locationId: string | null },
  { what, ...content }: { what: string } & Parameters<typeof fileWords>[0],
  lines: AsyncIterable<string>,
  signal: AbortSignal,
): Promise<Response> {
  const { locationId } = staff
  const words = fileWords(content, todayIn(context.business.timeZone, context.clock.now()))
  const name = `CSV ${words}`
  await recordChange(context, context.db, staff, { action: 'exported', entity: what, id: '', name, locationId })
  return new Response(createReadableStreamFromReadable(Readable.from(fileOf(context, lines, signal))), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${fileName(what, words)}"`,
      'Cache-Control': 'no-store',
    },
  })
}
