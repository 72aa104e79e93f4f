import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { phoneOf } from '~/db/like'
import { rowsOf } from '~/db/rows-of'
import { normalizePhone } from '~/domain/customer-details'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'

const DIGITS = '9845000001'
/** One number in many spellings. */
const SAME = [
  ...[DIGITS, '98450 00001', '098450-00001', '(98450) 00001', '98450.00001', '+91 98450 00001', '+91-98450-00001'],
  ...['91 98450 00001', '0091 98450 00001', '00 91 98450 00001', '+91 0 98450 00001', '91 098450 00001'],
  // with a hyphen that does not break, an en dash, an em dash, a full-width one and one of Hebrew
  ...['98450\u201100001', '98450\u201300001', '98450\u201400001', '98450\uff0d00001', '98450\u05be00001'],
  // with a space that does not break, a thin one and an ideographic one, a tab and a line's end
  ...['98450\u00a000001', '98450\u200900001', '98450\u300000001', '\t98450 00001\n'],
  // with marks of direction, a joiner, a soft hyphen, a mark of byte order and a tag
  ...['\u202a+91 98450 00001\u202c', '98450\u200d00001', '98450\u00ad00001', '\ufeff9845000001', '98450\u{e0061}00001'],
]
/** What is another number, or none. */
const OTHERS = [
  ...[
    '',
    '12345',
    '+91 12345',
    '+44 20 7946 0018',
    '0044 2079460018',
    '91',
    '0',
    '+91',
    '91 1234',
    '9198450000',
    '0984500000',
  ],
  ...[
    '98450000012',
    '98450 00001 or 2',
    '+1 98450 00001',
    '९८४५००००१०',
    '98450/00001',
    '98450_00001',
    '98450\u221200001',
  ],
]

onEachDatabase('a phone number', (kind) => {
  const app = useApp(kind)

  test('is spelt the same by the database and by the rule, in whatever way it was typed', async () => {
    for (const typed of [...SAME, ...OTHERS]) {
      const [row] = rowsOf<{ digits: string }>(
        await app.context.db.execute(sql`select ${phoneOf(sql`${typed}::text`)} as digits`),
      )
      expect([typed, row?.digits]).toEqual([typed, normalizePhone(typed)])
      expect([typed, row?.digits === DIGITS]).toEqual([typed, SAME.includes(typed)])
    }
  })
})
