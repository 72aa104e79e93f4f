import { index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { id, instant, paise } from './columns'

/** A draft to show around, without a word about the person whose it is (domain/shared-plan). */
export const sharedPlans = pgTable(
  'shared_plans',
  {
    id: id(),
    /** The unguessable part of the link for friends. */
    token: text('token').notNull(),
    /** What the link of its owner carries beside it: with it the plan is taken up on another device. */
    ownerKey: text('owner_key').notNull(),
    plan: jsonb('plan').$type<unknown>().notNull(),
    total: paise('total').notNull(),
    items: text('items').array().notNull(),
    /** Room and location, and the slot, as they were named; null of a plan from before they were kept. */
    place: text('place'),
    slot: text('slot'),
    /** The attempt that its draft books by, so that its own hold does not stand in its way. */
    attemptId: text('attempt_id'),
    createdAt: instant('created_at').notNull(),
    endsAt: instant('ends_at').notNull(),
  },
  (table) => [uniqueIndex('shared_plans_token').on(table.token), index('shared_plans_ends').on(table.endsAt)],
)
