import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { id, instant, timestamps, version } from './columns'

export const banners = pgTable(
  'banners',
  {
    id: id(),
    title: text('title').notNull(),
    description: text('description').notNull(),
    link: text('link').notNull(),
    image: text('image').notNull(),
    active: boolean('active').notNull().default(true),
    position: integer('position').notNull().default(0),
    version: version(),
    ...timestamps(),
  },
  (table) => [index('banners_list').on(table.position, table.id)],
)

export const contactMessages = pgTable(
  'contact_messages',
  {
    id: id(),
    name: text('name').notNull(),
    phone: text('phone').notNull(),
    email: text('email').notNull(),
    message: text('message').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    handledAt: instant('handled_at'),
    handledBy: text('handled_by'),
  },
  (table) => [
    index('contact_messages_list').on(table.createdAt),
    // every page of the owners' counts what is open
    index('contact_messages_open')
      .on(table.id)
      .where(sql`handled_at is null`),
  ],
)

/** Every stored upload; one that nothing names any more is cleaned up. */
export const uploads = pgTable('uploads', {
  key: text('key').primaryKey(),
  width: integer('width').notNull(),
  height: integer('height').notNull(),
  /** Widths in pixels that were stored beside the original. */
  widths: integer('widths').array().notNull(),
  uploadedBy: text('uploaded_by'),
  createdAt: instant('created_at').notNull().defaultNow(),
})
