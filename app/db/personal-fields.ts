import type { PgTable } from 'drizzle-orm/pg-core'
import { eachText } from '~/domain/booking-texts'
import type * as schema from './schema'

type Tables = {
  [Name in keyof typeof schema as (typeof schema)[Name] extends PgTable ? Name : never]: (typeof schema)[Name]
}
export type TableName = keyof Tables

/**
 * What becomes of a column when a customer is forgotten, and whether they are shown it when they ask what is kept:
 * - `kept`: it says nothing about the person, and is shown;
 * - `ours`: it is about staff, or opens a door; it stays and is never shown;
 * - `door`: the person's own way in; never shown either, and shut by another one that nobody is told;
 * - anything else is about the person: it is shown, and erased.
 */
type Treatment =
  | 'kept'
  | 'ours'
  | 'door'
  | { erased: string | null | Record<string, never> }
  | { without: readonly string[] }

/** The columns of a table that can hold words; numbers, instants and the words of an enum name nobody. */
type Wordy<Table extends PgTable> = {
  [Name in keyof Table['_']['columns'] as Table['_']['columns'][Name]['_']['dataType'] extends
    | 'string'
    | 'json'
    | 'array'
    ? Table['_']['columns'][Name]['_']['columnType'] extends 'PgEnumColumn' | 'PgDateString'
      ? never
      : Name
    : never]: Treatment
}

/** A table either holds nothing about customers, or says of every column what becomes of it, or loses whole rows. */
type Entry<Table extends PgTable> = 'nothing' | { erase: 'columns' | 'rows'; columns: Wordy<Table> }

/** Stands where a name was. */
export const REMOVED = 'Removed'

const GONE = { erased: '' } as const
const NONE = { erased: null } as const

/**
 * Everything the database can hold about customers, in one list: it drives forgetting, what a person is shown on request,
 * and the test that a dump holds nothing of a forgotten person (tests/integration/personal-data.test.ts). A new table or
 * column does not compile before it stands here.
 */
export const PERSONAL_FIELDS = {
  cities: 'nothing',
  moneyRequests: 'nothing',
  tillClosings: 'nothing',
  tillCorrections: 'nothing',
  refundReversals: 'nothing',
  locations: 'nothing',
  screens: 'nothing',
  screenSlots: 'nothing',
  packages: 'nothing',
  packagePrices: 'nothing',
  blockedDates: 'nothing',
  catalogueItems: 'nothing',
  coupons: 'nothing',
  banners: 'nothing',
  uploads: 'nothing',
  rateLimits: 'nothing',
  // hashes only
  idempotencyKeys: 'nothing',
  // what a person typed is taken out before it is kept
  sharedPlans: 'nothing',
  booksChecks: 'nothing',
  comparedLists: 'nothing',
  letterSwitches: 'nothing',
  // what was searched for is not kept
  savedFilters: 'nothing',
  bookingFigures: 'nothing',
  bookingFigureChanges: 'nothing',
  offerChanges: 'nothing',
  staff: 'nothing',
  staffSessions: 'nothing',
  passwordResets: 'nothing',
  recoveryCodes: 'nothing',
  reviews: {
    erase: 'rows',
    columns: { id: 'ours', bookingId: 'ours', text: GONE, name: GONE, state: 'kept', decidedBy: 'ours' },
  },
  customers: { erase: 'rows', columns: { id: 'ours', name: GONE, email: GONE, number: GONE } },
  internalNotes: {
    erase: 'rows',
    columns: {
      ...{ id: 'ours', bookingId: 'ours', customerId: 'ours', writtenBy: 'ours', writtenByName: 'ours' },
      locationId: 'ours',
      text: GONE,
    },
  },
  contactMessages: {
    erase: 'rows',
    columns: { id: 'ours', name: GONE, phone: GONE, email: GONE, message: GONE, handledBy: 'ours' },
  },
  staffDrafts: {
    erase: 'rows',
    columns: { id: 'ours', staffId: 'ours', bookingId: 'ours', content: NONE, trail: 'ours' },
  },
  bookings: {
    erase: 'columns',
    columns: {
      id: 'ours',
      code: 'kept',
      linkToken: 'door',
      attemptId: 'ours',
      cityName: 'kept',
      locationId: 'ours',
      locationName: 'kept',
      screenId: 'ours',
      screenName: 'kept',
      slotFrom: 'kept',
      slotTo: 'kept',
      customerId: NONE,
      customerName: { erased: REMOVED },
      customerEmail: GONE,
      customerNumber: GONE,
      packageId: 'ours',
      packageName: 'kept',
      packageInclusions: 'kept',
      ...eachText(() => GONE),
      couponCode: 'kept',
      couponTerms: 'kept',
      payChoice: 'kept',
      note: GONE,
      termsVersion: 'kept',
      termsAddress: NONE,
      heldFrom: NONE,
      cancelReason: NONE,
      createdBy: 'ours',
    },
  },
  bookingLines: {
    erase: 'columns',
    columns: { id: 'ours', bookingId: 'ours', itemId: 'ours', name: 'kept', explanation: 'kept' },
  },
  documentSeries: 'nothing',
  taxDocuments: {
    erase: 'columns',
    columns: {
      ...{ id: 'ours', kind: 'kept', number: 'kept', seriesId: 'ours', bookingId: 'ours' },
      ...{ paymentId: 'ours', refundId: 'ours', cancelReason: 'kept' },
      content: { without: ['buyer'] },
    },
  },
  bookingEvents: {
    erase: 'columns',
    columns: { id: 'ours', bookingId: 'ours', kind: 'kept', actor: 'ours', detail: { without: ['reason', 'note'] } },
  },
  prepTicks: {
    erase: 'rows',
    columns: { id: 'ours', bookingId: 'ours', item: 'kept', made: GONE, tickedBy: 'ours', tickedByName: 'ours' },
  },
  paymentAttempts: {
    erase: 'columns',
    columns: {
      id: 'ours',
      token: 'ours',
      bookingId: 'ours',
      purpose: 'kept',
      receipt: 'kept',
      providerOrderId: 'kept',
      keyId: 'ours',
      currency: 'kept',
      lastError: NONE,
    },
  },
  payments: {
    erase: 'columns',
    columns: {
      id: 'ours',
      bookingId: 'ours',
      locationId: 'ours',
      attemptId: 'ours',
      providerPaymentId: 'kept',
      bankReference: 'kept',
      purpose: 'kept',
      note: GONE,
      recordedBy: 'ours',
      voidedBy: 'ours',
    },
  },
  refunds: {
    erase: 'columns',
    columns: {
      id: 'ours',
      bookingId: 'ours',
      locationId: 'ours',
      paymentId: 'ours',
      reason: { erased: REMOVED },
      origin: 'kept',
      idempotencyKey: 'ours',
      providerRefundId: 'kept',
      status: 'kept',
      requestBody: 'kept',
      lastError: NONE,
      settledBy: 'ours',
      settledById: 'ours',
      settledNote: GONE,
    },
  },
  refundTries: {
    erase: 'columns',
    columns: { idempotencyKey: 'ours', refundId: 'ours', providerRefundId: 'kept', error: NONE },
  },
  moneyCases: {
    erase: 'columns',
    columns: {
      id: 'ours',
      kind: 'kept',
      reference: 'kept',
      providerPaymentId: 'kept',
      providerOrderId: 'kept',
      bankReference: 'kept',
      bookingId: 'ours',
      currency: 'kept',
      disputeStatus: 'kept',
      detail: 'kept',
      outcome: 'kept',
      settledBy: 'ours',
      settledNote: GONE,
    },
  },
  webhookInbox: {
    erase: 'columns',
    columns: { eventId: 'kept', event: 'kept', body: GONE, lastError: NONE },
  },
  outbox: {
    erase: 'columns',
    columns: {
      id: 'ours',
      kind: 'kept',
      dedupeKey: 'ours',
      payload: { erased: {} },
      lastError: NONE,
      notNeeded: 'kept',
    },
  },
  auditLog: {
    erase: 'columns',
    columns: {
      id: 'ours',
      staffId: 'ours',
      staffName: 'ours',
      locationId: 'ours',
      action: 'kept',
      entity: 'kept',
      entityId: 'ours',
      entityName: 'kept',
      changes: NONE,
    },
  },
} as const satisfies { [Name in TableName]: Entry<Tables[Name]> }

/** The tables that hold something about customers. */
export type PersonalTable = {
  [Name in TableName]: (typeof PERSONAL_FIELDS)[Name] extends 'nothing' ? never : Name
}[TableName]

/** A table of the list by its name, with what becomes of its columns. */
export interface PersonalEntry {
  table: PersonalTable
  erase: 'columns' | 'rows'
  columns: Readonly<Record<string, Treatment>>
}

/** The list, one table after the other. */
export const personalTables = (): PersonalEntry[] =>
  Object.entries(PERSONAL_FIELDS).flatMap(([table, entry]) =>
    entry === 'nothing' ? [] : [{ table: table as PersonalTable, ...entry }],
  )

/** Whether a column is about the person. */
export const isPersonal = (treatment: Treatment | undefined): boolean => typeof treatment === 'object'
