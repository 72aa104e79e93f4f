import { OWN_PASSWORD } from './owner'
import { AGREED, BANNER, CITY, COUPON, ITEM, LOCATION, PERSON, SCREEN } from './sent-forms'

/**
 * Who may do what at which address (rules K3, K4, K5). Words in braces stand for records:
 * Koramangala with Aurora is the manager's location, Indiranagar with Celeste is not.
 */
export interface Deed {
  at: string
  id?: string
  query?: string
  fields?: Record<string, string>
  owner: string
  manager: string
  /** Koramangala's front desk and kitchen, where it is neither the manager's answer nor a refusal. */
  desk?: string
  kitchen?: string
}

const BOTH = { owner: '200', manager: '200' }
const SUPER = { owner: '200', manager: '403' }
const ALREADY = { owner: '409', manager: '409' }
const TO_LOGIN = { owner: '200', manager: '303 /login' }
/** Who has no dashboard is led to the first page of their own. */
const HOME = { desk: '302 /admin/today', kitchen: '302 /admin/prep' }
/** An edit is opened by whoever books for guests; anybody else is a visitor there. */
const AS_VISITOR = { kitchen: '303 /booking/locations' }
const done = (where: string) => ({ owner: `303 ${where}`, manager: `303 ${where}` })
/** A form whose page is shown again; not by the manager, where they are answered otherwise. */
const sends = (at: string, fields: Record<string, string>, manager = `303 ${at}`): Deed => ({
  ...{ at, fields },
  ...{ owner: `303 ${at}`, manager },
})
/** A record's form, after which its list is shown. */
const edits = (noun: string, id: string, fields: Record<string, string>, manager = `303 /admin/${noun}`): Deed => ({
  ...{ at: `/admin/${noun}/edit/:id`, id, fields },
  ...{ owner: `303 /admin/${noun}`, manager },
})

const catalogue = (noun: string, record: string): Deed[] => [
  { at: `/admin/${noun}`, ...BOTH },
  { at: `/admin/${noun}`, query: `?delete=${record}`, ...BOTH },
  sends(`/admin/${noun}`, { intent: 'delete', id: record }, '403'),
  sends(`/admin/${noun}`, { intent: 'status', id: record, active: 'false' }, '403'),
  { at: `/admin/${noun}/add`, ...SUPER },
  { at: `/admin/${noun}/add`, fields: ITEM, owner: `303 /admin/${noun}`, manager: '403' },
  { at: `/admin/${noun}/edit/:id`, id: record, ...SUPER },
  edits(noun, record, ITEM, '403'),
]

export const DEEDS: Deed[] = [
  { at: '/admin', owner: '302 /admin/dashboard', manager: '302 /admin/dashboard', ...HOME },
  { at: '/admin/dashboard', ...BOTH, ...HOME },
  { at: '/admin/board', owner: '301 /admin/today', manager: '301 /admin/today' },
  { at: '/admin/today', ...BOTH },
  { at: '/admin/today', query: '?booking={bookingHere}', ...BOTH },
  { at: '/admin/today/changes', ...BOTH },
  { at: '/admin/prep', ...BOTH },
  { at: '/admin/prep/changes', ...BOTH },
  sends('/admin/prep', { intent: 'undo', booking: '{bookingHere}', item: 'cake:Truffle' }),
  sends('/admin/prep', { intent: 'undo', booking: '{bookingThere}', item: 'cake:Truffle' }, '404'),
  { at: '/admin/theme', owner: '302 /admin', manager: '302 /admin' },
  { at: '/admin/theme', fields: { theme: 'light', back: '/admin/prep' }, ...done('/admin/prep') },
  { at: '/admin/theme', fields: { theme: 'x', back: '//evil.example' }, ...done('/admin') },
  { at: '/admin/find', query: '?search=LUM', ...BOTH },
  sends('/admin/today', { intent: 'attendance', booking: '{bookingHere}', attendance: 'expected' }),
  sends('/admin/today', { intent: 'attendance', booking: '{bookingThere}', attendance: 'expected' }, '404'),
  {
    at: '/admin/today',
    fields: { screenId: '{aurora}', slotId: '{auroraSlot}', date: '2027-03-12' },
    ...done('/booking/customerDetails'),
  },
  {
    at: '/admin/today',
    fields: { screenId: '{celeste}', slotId: '{celesteSlot}', date: '2027-03-12' },
    owner: '303 /booking/customerDetails',
    manager: '404',
  },
  sends('/admin/today', {
    intent: 'take-payment',
    booking: '{bookingHere}',
    amount: '100',
    mode: 'cash',
    shown: '149900',
  }),
  sends(
    '/admin/today',
    { intent: 'take-payment', booking: '{bookingThere}', amount: '100', mode: 'cash', shown: '149900' },
    '404',
  ),
  {
    at: '/admin/bookings/view/:id',
    id: '{bookingThere}',
    fields: { intent: 'send-details' },
    owner: '303 /admin/bookings/view/{bookingThere}',
    manager: '404',
  },
  { at: '/admin/customers', ...BOTH },
  { at: '/admin/customers/export.csv', ...BOTH },
  { at: '/admin/customers/:id', id: '{customer}', ...SUPER },
  { at: '/admin/customers/:id/data.json', id: '{customer}', ...SUPER },
  {
    at: '/admin/customers/:id',
    id: '{customer}',
    fields: { reason: 'asked', sure: 'on' },
    owner: '422',
    manager: '403',
  },
  { at: '/admin/till', ...BOTH },
  { at: '/admin/till/days', ...BOTH },
  { at: '/admin/till/export.csv', ...BOTH },
  {
    at: '/admin/till',
    query: '?date=2027-02-28&location={koramangala}',
    fields: { intent: 'close', openingFloat: '0', counted: '0' },
    owner: '303 /admin/till',
    manager: '303 /admin/till',
  },
  {
    at: '/admin/till',
    query: '?date=2027-02-28&location={indiranagar}',
    fields: { intent: 'close', openingFloat: '0', counted: '100' },
    owner: '409',
    manager: '409',
  },
  { at: '/admin/money', ...BOTH },
  // that money was settled outside is for an admin to say
  { ...sends('/admin/money', { intent: 'settle', id: '{caseHere}', note: 'Seen to' }), desk: '422' },
  sends('/admin/money', { intent: 'settle', id: '{caseNowhere}', note: 'Seen to' }, '404'),
  { ...sends('/admin/money', { intent: 'settle-order', id: '{orderHere}', note: 'Never paid' }), desk: '422' },
  sends('/admin/money', { intent: 'settle-order', id: '{orderThere}', note: 'Never paid' }, '404'),
  sends('/admin/money', { intent: 'ask-again', id: '{orderHere}' }),
  sends('/admin/money', { intent: 'ask-again', id: '{orderThere}' }, '404'),
  // nothing of these bookings goes back
  ...['refund-owed', 'send-again', 'hand-over'].flatMap((intent): Deed[] => {
    const pressed = (booking: string) => ({
      at: '/admin/money',
      fields: { intent, id: booking, booking, mode: 'cash', shown: '100' },
    })
    return [
      { ...pressed('{bookingHere}'), ...ALREADY },
      { ...pressed('{bookingThere}'), owner: '409', manager: '404' },
    ]
  }),
  // the provider does not know that payment
  {
    at: '/admin/money',
    fields: { intent: 'assign', id: '{caseNowhere}', code: 'LUM-1' },
    owner: '422',
    manager: '422',
  },
  { at: '/admin/money', fields: { intent: 'send-back', id: '{caseNowhere}' }, owner: '422', manager: '404' },
  { at: '/admin/papers/:id', id: '{paperHere}', ...BOTH },
  { at: '/admin/papers/:id', id: '{paperThere}', owner: '200', manager: '404' },
  { at: '/admin/audit', ...BOTH },
  { at: '/admin/*', owner: '404', manager: '404' },

  { at: '/admin/uploads', fields: { imageUrl: 'https://pictures.example/a.png' }, ...BOTH },
  { at: '/admin/account', ...BOTH },
  sends('/admin/account', { intent: 'end-others' }),
  { at: '/admin/account/code', ...BOTH },
  sends('/admin/account/code', { intent: 'begin', ownPassword: OWN_PASSWORD }),
  sends('/admin/account/code', { code: '123456' }),
  { at: '/admin/staff', ...SUPER },
  { at: '/admin/staff/invite', ...SUPER },
  { at: '/admin/staff/invite', fields: PERSON, owner: '303 /admin/staff', manager: '403' },
  { at: '/admin/staff/:id', id: 'colleague', ...SUPER },
  { at: '/admin/staff/:id', id: 'nobody', owner: '404', manager: '403' },
  ...Object.entries({
    ...{ 'sign-out': '303 /admin/staff/colleague', 'invite-again': '303 /admin/staff/colleague' },
    ...{ disable: '303 /admin/staff/colleague', enable: '303 /admin/staff/colleague' },
    'end-code': '303 /admin/staff/colleague',
  }).map(([intent, owner]) => ({
    ...{ at: '/admin/staff/:id', id: 'colleague', fields: { intent, ownPassword: OWN_PASSWORD } },
    ...{ owner, manager: '403' },
  })),
  {
    at: '/admin/staff/:id',
    id: 'colleague',
    fields: { ...PERSON, version: '1' },
    owner: '303 /admin/staff',
    manager: '403',
  },
  { at: '/admin/reviews', ...BOTH },
  sends('/admin/reviews', { id: '{reviewHere}', state: 'shown', version: '1' }),
  sends('/admin/reviews', { id: '{reviewThere}', state: 'shown', version: '1' }, '404'),
  { at: '/admin/letters', ...SUPER },
  sends('/admin/letters', { id: 'reminder', active: 'false' }, '403'),
  { at: '/admin/messages', ...SUPER },
  sends('/admin/messages', { id: '{message}', handled: 'true' }, '403'),

  { at: '/admin/bookings', ...BOTH },
  {
    at: '/admin/bookings',
    query: '?due=yes',
    fields: { intent: 'save-filter', name: 'Due' },
    ...done('/admin/bookings'),
  },
  {
    at: '/admin/bookings',
    fields: { intent: 'remove-filter', id: '{filterOfColleague}' },
    owner: '404',
    manager: '404',
  },
  {
    at: '/admin/bookings',
    fields: { intent: 'rename-filter', id: '{filterOfColleague}', name: 'Mine' },
    owner: '404',
    manager: '404',
  },
  { at: '/admin/bookings/new', ...BOTH },
  // a colleague's call is nobody else's
  { at: '/admin/bookings/new', query: '?draft={draftHere}', ...done('/admin/unfinished-bookings') },
  { at: '/admin/bookings/new', fields: { intent: 'recalculate', number: '9845012345' }, owner: '202', manager: '202' },
  { at: '/admin/bookings/new', fields: { intent: 'book' }, owner: '409', manager: '409' },
  { at: '/admin/bookings/new/steps', ...done('/booking/locations') },
  {
    at: '/admin/bookings/new/steps',
    query: '?date=2027-03-12&screen={celeste}&slot={celesteSlot}',
    owner: '303 /booking/customerDetails',
    manager: '404',
  },
  { at: '/admin/unfinished-bookings', ...BOTH },
  { at: '/admin/unfinished-bookings', fields: { intent: 'delete', id: '{draftHere}' }, owner: '404', manager: '404' },
  { at: '/admin/bookings/export.csv', ...BOTH },
  { at: '/admin/bookings/payments.csv', ...BOTH },
  { at: '/admin/bookings/papers.csv', ...BOTH },
  { at: '/admin/bookings/view/:id', id: '{bookingHere}', ...BOTH },
  { at: '/admin/bookings/view/:id', id: '{bookingThere}', owner: '200', manager: '404' },
  {
    at: '/admin/bookings/view/:id',
    id: '{bookingHere}',
    fields: { intent: 'attendance', attendance: 'expected' },
    ...done('/admin/bookings/view/{bookingHere}'),
  },
  {
    at: '/admin/bookings/view/:id',
    id: '{bookingThere}',
    fields: { intent: 'attendance', attendance: 'expected' },
    owner: '303 /admin/bookings/view/{bookingThere}',
    manager: '404',
  },
  {
    at: '/admin/bookings/view/:id',
    id: '{bookingHere}',
    fields: { intent: 'unheard-of', reason: 'Asked by phone', refund: 'policy' },
    owner: '400',
    manager: '400',
  },
  { at: '/booking/edit/:id?', id: '{bookingHere}', ...done('/booking/customerDetails'), ...AS_VISITOR },
  {
    at: '/booking/edit/:id?',
    id: '{bookingThere}',
    owner: '303 /booking/customerDetails',
    manager: '404',
    ...AS_VISITOR,
  },

  { at: '/admin/blocked-dates', ...BOTH },
  sends('/admin/blocked-dates', { intent: 'delete', id: '{blockedHere}' }),
  ...['{blockedThere}', '{blockedAll}'].map((id) => sends('/admin/blocked-dates', { intent: 'delete', id }, '404')),
  sends('/admin/blocked-dates', { date: '2027-06-01', locationId: '{koramangala}', reason: 'Repairs' }),
  ...['{indiranagar}', 'all'].map((locationId) =>
    sends('/admin/blocked-dates', { date: '2027-06-01', locationId, reason: 'Repairs' }, '422'),
  ),

  { at: '/admin/cities', ...TO_LOGIN },
  sends('/admin/cities', { intent: 'delete', id: '{bengaluru}' }, '403'),
  sends('/admin/cities', { intent: 'status', id: '{bengaluru}', active: 'false' }, '403'),
  { at: '/admin/cities/add', ...TO_LOGIN },
  { at: '/admin/cities/add', fields: { ...CITY, name: 'Mysuru' }, owner: '303 /admin/cities', manager: '403' },
  { at: '/admin/cities/edit/:id', id: '{bengaluru}', ...TO_LOGIN },
  edits('cities', '{bengaluru}', CITY, '403'),

  { at: '/admin/locations', ...BOTH },
  ...['{koramangala}', '{indiranagar}'].map((id) => sends('/admin/locations', { intent: 'delete', id }, '403')),
  sends('/admin/locations', { intent: 'status', id: '{koramangala}', active: 'false' }),
  sends('/admin/locations', { intent: 'status', id: '{indiranagar}', active: 'false' }, '404'),
  { at: '/admin/locations/add', ...TO_LOGIN },
  { at: '/admin/locations/add', fields: LOCATION, owner: '303 /admin/locations', manager: '403' },
  { at: '/admin/locations/edit/:id', id: '{koramangala}', ...BOTH },
  { at: '/admin/locations/edit/:id', id: '{indiranagar}', owner: '200', manager: '404' },
  edits('locations', '{koramangala}', LOCATION),
  edits('locations', '{indiranagar}', LOCATION, '404'),

  { at: '/admin/screens', ...BOTH },
  sends('/admin/screens', { intent: 'delete', id: '{aurora}' }),
  sends('/admin/screens', { intent: 'delete', id: '{celeste}' }, '404'),
  sends('/admin/screens', { intent: 'status', active: 'false', id: '{celeste}' }, '404'),
  { at: '/admin/screens/add', ...BOTH },
  { at: '/admin/screens/add', fields: { ...SCREEN, locationId: '{koramangala}' }, ...done('/admin/screens') },
  {
    at: '/admin/screens/add',
    fields: { ...SCREEN, locationId: '{indiranagar}' },
    owner: '303 /admin/screens',
    manager: '422',
  },
  { at: '/admin/screens/edit/:id', id: '{aurora}', ...BOTH },
  { at: '/admin/screens/edit/:id', id: '{celeste}', owner: '200', manager: '404' },
  edits('screens', '{aurora}', { ...SCREEN, agreed: AGREED, locationId: '{koramangala}' }),
  // a room goes to no other location while bookings are to come
  { ...edits('screens', '{aurora}', { ...SCREEN, agreed: AGREED, locationId: '{indiranagar}' }, '422'), owner: '422' },
  { ...edits('screens', '{celeste}', { ...SCREEN, agreed: AGREED, locationId: '{koramangala}' }, '404'), owner: '422' },

  { at: '/admin/coupons', ...BOTH },
  sends('/admin/coupons', { intent: 'delete', id: '{coupon}' }),
  { at: '/admin/coupons/add', ...BOTH },
  { at: '/admin/coupons/add', fields: COUPON, ...done('/admin/coupons') },
  { at: '/admin/coupons/edit/:id', id: '{coupon}', ...BOTH },
  edits('coupons', '{coupon}', COUPON),
  { at: '/admin/banners', ...BOTH },
  sends('/admin/banners', { intent: 'delete', id: '{banner}' }),
  { at: '/admin/banners/add', ...BOTH },
  { at: '/admin/banners/add', fields: BANNER, ...done('/admin/banners') },
  { at: '/admin/banners/edit/:id', id: '{banner}', ...BOTH },
  edits('banners', '{banner}', BANNER),
  ...catalogue('occasions', '{birthday}'),
  ...catalogue('addons', '{confetti}'),
  ...catalogue('cakes', '{truffle}'),
  ...catalogue('gifts', '{roses}'),
]

/** Where every account is answered as the manager is. */
const EVERYBODYS = [
  '/admin/*',
  '/admin/account',
  '/admin/account/code',
  '/admin/prep',
  '/admin/prep/changes',
  '/admin/theme',
]
/** Where the front desk is. */
const DESKS = [
  ...EVERYBODYS,
  '/admin/board',
  '/admin/today',
  '/admin/today/changes',
  '/admin/find',
  '/admin/customers',
  '/admin/till',
  '/admin/money',
  '/admin/papers/:id',
  '/admin/bookings',
  '/admin/bookings/new',
  '/admin/bookings/new/steps',
  '/admin/unfinished-bookings',
  '/admin/bookings/view/:id',
  '/booking/edit/:id?',
]

const refusal = ({ manager }: Deed) => (manager === '303 /login' ? manager : '403')
export const toDesk = (deed: Deed) => deed.desk ?? (DESKS.includes(deed.at) ? deed.manager : refusal(deed))
export const toKitchen = (deed: Deed) => deed.kitchen ?? (EVERYBODYS.includes(deed.at) ? deed.manager : refusal(deed))
