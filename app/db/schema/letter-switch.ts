import { boolean, pgTable, text } from 'drizzle-orm/pg-core'
import { OWN_LETTER_NAMES, type OwnLetter } from '~/domain/visit-letters'
import { oneOf } from './columns'

/** Which letters go out by themselves; one that has no row does. */
export const letterSwitches = pgTable(
  'letter_switches',
  {
    kind: text('kind').$type<OwnLetter>().primaryKey(),
    active: boolean('active').notNull(),
  },
  (table) => [oneOf('letter_switches_kind', table.kind, OWN_LETTER_NAMES)],
)
