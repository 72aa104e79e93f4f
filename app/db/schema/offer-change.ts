import { numeric, pgTable } from 'drizzle-orm/pg-core'

/**
 * A random number for each statement that changed what is on offer, written by triggers (drizzle/0023, of reviews 0043) on the tables that
 * say what that is; their sum is its revision (db/offer-cache.server.ts).
 */
export const offerChanges = pgTable('offer_changes', { stamp: numeric('stamp').notNull() })
