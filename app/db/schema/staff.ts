import { boolean, index, integer, jsonb, pgEnum, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { STAFF_ROLES } from '~/domain/staff-role'
import { id, instant, timestamps, version } from './columns'
import { locations } from './venue'

export const staffRole = pgEnum('staff_role', STAFF_ROLES)

export const staff = pgTable(
  'staff',
  {
    id: id(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    number: text('number').notNull().default(''),
    passwordHash: text('password_hash').notNull(),
    role: staffRole('role').notNull(),
    locationId: text('location_id').references(() => locations.id, { onDelete: 'set null' }),
    active: boolean('active').notNull().default(true),
    /** When the last invitation was sent; null once a password has been chosen. */
    invitedAt: instant('invited_at'),
    /** The authenticator app's secret, sealed (docs/decisions/0019-second-factor.md); until `totpSince` it waits, for one session only. */
    totpSecret: text('totp_secret'),
    totpSince: instant('totp_since'),
    /** The 30 seconds whose code was used last: no code is good twice. */
    totpStep: integer('totp_step'),
    version: version(),
    ...timestamps(),
  },
  (table) => [uniqueIndex('staff_email').on(table.email), index('staff_location').on(table.locationId)],
)

/** Opaque session; only the token's SHA-256 is stored. */
export const staffSessions = pgTable(
  'staff_sessions',
  {
    id: id(),
    tokenHash: text('token_hash').notNull(),
    staffId: text('staff_id')
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    userAgent: text('user_agent').notNull().default(''),
    address: text('address').notNull().default(''),
    createdAt: instant('created_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    revokedAt: instant('revoked_at'),
  },
  (table) => [uniqueIndex('staff_sessions_token').on(table.tokenHash), index('staff_sessions_staff').on(table.staffId)],
)

export const passwordResets = pgTable(
  'password_resets',
  {
    tokenHash: text('token_hash').primaryKey(),
    staffId: text('staff_id')
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (table) => [index('password_resets_staff').on(table.staffId)],
)

/** The codes that stand in for a lost phone, each once; only their SHA-256 is stored. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    id: id(),
    staffId: text('staff_id')
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    codeHash: text('code_hash').notNull(),
    usedAt: instant('used_at'),
  },
  (table) => [uniqueIndex('recovery_codes_code').on(table.staffId, table.codeHash)],
)

/** Who changed what and when; written in the transaction of the change. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: id(),
    at: instant('at').notNull(),
    staffId: text('staff_id'),
    staffName: text('staff_name').notNull(),
    locationId: text('location_id'),
    action: text('action').notNull(),
    entity: text('entity').notNull(),
    entityId: text('entity_id').notNull(),
    entityName: text('entity_name').notNull().default(''),
    changes: jsonb('changes').$type<Record<string, unknown>>(),
  },
  (table) => [index('audit_log_at').on(table.at), index('audit_log_entity').on(table.entity, table.entityId)],
)
