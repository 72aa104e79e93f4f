import { takenAwayQuestion } from '~/domain/taken-away'
import { OWN_PASSWORD } from './owner'

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
const TO_LOGIN = { owner: '200', manager: '303 /login' }
/** Who has no dashboard is led to the first page of their own. */
const HOME = { desk: '302 /admin/today', kitchen: '302 /admin/prep' }
/** An edit is opened by whoever books for guests; anybody else is a visitor there. */
const AS_VISITOR = { kitchen: '303 /booking/locations' }
const done = (where: string) => ({ owner: `303 ${where}`, manager: `303 ${where}` })

const CITY = { name: 'Bengaluru', status: 'true', version: '1' }
const LOCATION = {
  name: 'A place',
  address: '80 Feet Road',
  addressLink: 'https://maps.example',
  cityId: '{bengaluru}',
  status: 'true',
  adminName: 'Vikram',
  adminEmail: 'new@lumiere.example',
  adminNumber: '9845012345',
  adminPassword: 'Grey#stork82',
  ownPassword: OWN_PASSWORD,
  version: '1',
}
/** The screen's form as it is without packages and slots, agreed to as the page asks. */
const AGREED = takenAwayQuestion([
  { name: 'Basic', bookings: 1 },
  { name: '7:00 PM – 10:00 PM', bookings: 1 },
]) as string
const SCREEN = {
  name: 'A room',
  capacity: '8',
  minPeople: '2',
  extraPersonPrice: '200',
  description: 'Dark',
  status: 'true',
  version: '1',
}
const COUPON = {
  code: 'NEWCODE',
  type: 'fixed',
  discount: '100',
  expireDate: '2027-12-31',
  status: 'true',
  scrollCoupon: 'false',
  version: '1',
}
const PERSON = {
  name: 'Sonu',
  email: 'sonu@lumiere.example',
  role: 'front-desk',
  locationId: '{koramangala}',
  ownPassword: OWN_PASSWORD,
}
const BANNER = {
  title: 'Lit',
  description: 'Up',
  link: 'https://lumiere.example',
  position: '1',
  status: 'true',
  'images[0]': 'https://pictures.example/a.png',
  version: '1',
}
const ITEM = {
  name: 'A thing',
  price: '100',
  position: '1',
  'images[0]': 'https://pictures.example/a.png',
  version: '1',
}

const catalogue = (noun: string, record: string): Deed[] => [
  { at: `/admin/${noun}`, ...BOTH },
  { at: `/admin/${noun}`, query: `?delete=${record}`, ...BOTH },
  {
    at: `/admin/${noun}`,
    fields: { intent: 'delete', id: record },
    owner: `303 /admin/${noun}`,
    manager: '403',
  },
  { at: `/admin/${noun}/add`, ...SUPER },
  { at: `/admin/${noun}/add`, fields: ITEM, owner: `303 /admin/${noun}`, manager: '403' },
  { at: `/admin/${noun}/edit/:id`, id: record, ...SUPER },
  { at: `/admin/${noun}/edit/:id`, id: record, fields: ITEM, owner: `303 /admin/${noun}`, manager: '403' },
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
  {
    at: '/admin/prep',
    fields: { intent: 'undo', booking: '{bookingHere}', item: 'cake:Truffle' },
    ...done('/admin/prep'),
  },
  {
    at: '/admin/prep',
    fields: { intent: 'undo', booking: '{bookingThere}', item: 'cake:Truffle' },
    owner: '303 /admin/prep',
    manager: '404',
  },
  { at: '/admin/theme', owner: '302 /admin', manager: '302 /admin' },
  { at: '/admin/theme', fields: { theme: 'light', back: '/admin/prep' }, ...done('/admin/prep') },
  { at: '/admin/theme', fields: { theme: 'x', back: '//evil.example' }, ...done('/admin') },
  { at: '/admin/find', query: '?search=LUM', ...BOTH },
  {
    at: '/admin/today',
    fields: { intent: 'attendance', booking: '{bookingHere}', attendance: 'arrived' },
    ...done('/admin/today'),
  },
  {
    at: '/admin/today',
    fields: { intent: 'attendance', booking: '{bookingThere}', attendance: 'arrived' },
    owner: '303 /admin/today',
    manager: '404',
  },
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
  {
    at: '/admin/today',
    fields: { intent: 'take-payment', booking: '{bookingHere}', amount: '100', mode: 'cash', shown: '149900' },
    ...done('/admin/today'),
  },
  {
    at: '/admin/today',
    fields: { intent: 'take-payment', booking: '{bookingThere}', amount: '100', mode: 'cash', shown: '149900' },
    owner: '303 /admin/today',
    manager: '404',
  },
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
  { at: '/admin/till/export.csv', ...BOTH },
  {
    at: '/admin/till',
    query: '?date=2027-02-28',
    fields: { intent: 'close', openingFloat: '0', counted: '0' },
    owner: '404',
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
  {
    at: '/admin/money',
    fields: { intent: 'settle', id: '{caseHere}', note: 'Seen to' },
    ...done('/admin/money'),
  },
  {
    at: '/admin/money',
    fields: { intent: 'settle', id: '{caseNowhere}', note: 'Seen to' },
    owner: '303 /admin/money',
    manager: '404',
  },
  { at: '/admin/papers/:id', id: '{paperHere}', ...BOTH },
  { at: '/admin/papers/:id', id: '{paperThere}', owner: '200', manager: '404' },
  { at: '/admin/audit', ...BOTH },
  { at: '/admin/*', owner: '404', manager: '404' },

  { at: '/admin/uploads', fields: { imageUrl: 'https://pictures.example/a.png' }, ...BOTH },
  { at: '/admin/account', ...BOTH },
  { at: '/admin/account', fields: { intent: 'end-others' }, ...done('/admin/account') },
  { at: '/admin/account/code', ...BOTH },
  { at: '/admin/account/code', fields: { intent: 'begin', ownPassword: OWN_PASSWORD }, ...done('/admin/account/code') },
  { at: '/admin/account/code', fields: { code: '123456' }, owner: '422', manager: '422' },
  { at: '/admin/staff', ...SUPER },
  { at: '/admin/staff/invite', ...SUPER },
  { at: '/admin/staff/invite', fields: PERSON, owner: '303 /admin/staff', manager: '403' },
  { at: '/admin/staff/:id', id: 'colleague', ...SUPER },
  { at: '/admin/staff/:id', id: 'nobody', owner: '404', manager: '403' },
  ...Object.entries({
    ...{ 'sign-out': '303 /admin/staff/colleague', 'invite-again': '303 /admin/staff/colleague' },
    ...{ disable: '303 /admin/staff/colleague', enable: '303 /admin/staff/colleague' },
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
  {
    at: '/admin/reviews',
    fields: { id: '{reviewHere}', state: 'shown', version: '1' },
    ...done('/admin/reviews'),
  },
  {
    at: '/admin/reviews',
    fields: { id: '{reviewThere}', state: 'shown', version: '1' },
    owner: '303 /admin/reviews',
    manager: '404',
  },
  { at: '/admin/letters', ...SUPER },
  { at: '/admin/letters', fields: { id: 'reminder', active: 'false' }, owner: '303 /admin/letters', manager: '403' },
  { at: '/admin/messages', ...SUPER },
  { at: '/admin/messages', fields: { id: '{message}', handled: 'true' }, owner: '303 /admin/messages', manager: '403' },

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
  { at: '/admin/bookings/new', fields: { intent: 'recalculate', number: '9845012345' }, ...BOTH },
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
  { at: '/admin/bookings/view/:id', id: '{bookingHere}', ...BOTH },
  { at: '/admin/bookings/view/:id', id: '{bookingThere}', owner: '200', manager: '404' },
  {
    at: '/admin/bookings/view/:id',
    id: '{bookingHere}',
    fields: { intent: 'attendance', attendance: 'arrived' },
    ...done('/admin/bookings/view/{bookingHere}'),
  },
  {
    at: '/admin/bookings/view/:id',
    id: '{bookingThere}',
    fields: { intent: 'attendance', attendance: 'arrived' },
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
  { at: '/admin/blocked-dates', fields: { intent: 'delete', id: '{blockedHere}' }, ...done('/admin/blocked-dates') },
  ...['{blockedThere}', '{blockedAll}'].map((id) => ({
    at: '/admin/blocked-dates',
    fields: { intent: 'delete', id },
    owner: '303 /admin/blocked-dates',
    manager: '404',
  })),
  {
    at: '/admin/blocked-dates',
    fields: { date: '2027-06-01', locationId: '{koramangala}', reason: 'Repairs' },
    ...done('/admin/blocked-dates'),
  },
  ...['{indiranagar}', 'all'].map((locationId) => ({
    at: '/admin/blocked-dates',
    fields: { date: '2027-06-01', locationId, reason: 'Repairs' },
    owner: '303 /admin/blocked-dates',
    manager: '422',
  })),

  { at: '/admin/cities', ...TO_LOGIN },
  { at: '/admin/cities', fields: { intent: 'delete', id: '{bengaluru}' }, owner: '303 /admin/cities', manager: '403' },
  {
    at: '/admin/cities',
    fields: { intent: 'status', id: '{bengaluru}', active: 'false' },
    owner: '303 /admin/cities',
    manager: '403',
  },
  { at: '/admin/cities/add', ...TO_LOGIN },
  { at: '/admin/cities/add', fields: CITY, owner: '303 /admin/cities', manager: '403' },
  { at: '/admin/cities/edit/:id', id: '{bengaluru}', ...TO_LOGIN },
  { at: '/admin/cities/edit/:id', id: '{bengaluru}', fields: CITY, owner: '303 /admin/cities', manager: '403' },

  { at: '/admin/locations', ...BOTH },
  ...['{koramangala}', '{indiranagar}'].map((id) => ({
    at: '/admin/locations',
    fields: { intent: 'delete', id },
    owner: '303 /admin/locations',
    manager: '403',
  })),
  {
    at: '/admin/locations',
    fields: { intent: 'status', id: '{koramangala}', active: 'false' },
    ...done('/admin/locations'),
  },
  {
    at: '/admin/locations',
    fields: { intent: 'status', id: '{indiranagar}', active: 'false' },
    owner: '303 /admin/locations',
    manager: '404',
  },
  { at: '/admin/locations/add', ...TO_LOGIN },
  { at: '/admin/locations/add', fields: LOCATION, owner: '303 /admin/locations', manager: '403' },
  { at: '/admin/locations/edit/:id', id: '{koramangala}', ...BOTH },
  { at: '/admin/locations/edit/:id', id: '{indiranagar}', owner: '200', manager: '404' },
  { at: '/admin/locations/edit/:id', id: '{koramangala}', fields: LOCATION, ...done('/admin/locations') },
  {
    at: '/admin/locations/edit/:id',
    id: '{indiranagar}',
    fields: LOCATION,
    owner: '303 /admin/locations',
    manager: '404',
  },

  { at: '/admin/screens', ...BOTH },
  { at: '/admin/screens', fields: { intent: 'delete', id: '{aurora}' }, ...done('/admin/screens') },
  ...[{ intent: 'delete' }, { intent: 'status', active: 'false' }].map((wanted) => ({
    at: '/admin/screens',
    fields: { ...wanted, id: '{celeste}' } as Record<string, string>,
    owner: '303 /admin/screens',
    manager: '404',
  })),
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
  {
    at: '/admin/screens/edit/:id',
    id: '{aurora}',
    fields: { ...SCREEN, agreed: AGREED, locationId: '{koramangala}' },
    ...done('/admin/screens'),
  },
  {
    at: '/admin/screens/edit/:id',
    id: '{aurora}',
    fields: { ...SCREEN, agreed: AGREED, locationId: '{indiranagar}' },
    owner: '303 /admin/screens',
    manager: '422',
  },
  {
    at: '/admin/screens/edit/:id',
    id: '{celeste}',
    fields: { ...SCREEN, agreed: AGREED, locationId: '{koramangala}' },
    owner: '303 /admin/screens',
    manager: '404',
  },

  { at: '/admin/coupons', ...BOTH },
  { at: '/admin/coupons', fields: { intent: 'delete', id: '{coupon}' }, ...done('/admin/coupons') },
  { at: '/admin/coupons/add', ...BOTH },
  { at: '/admin/coupons/add', fields: COUPON, ...done('/admin/coupons') },
  { at: '/admin/coupons/edit/:id', id: '{coupon}', ...BOTH },
  { at: '/admin/coupons/edit/:id', id: '{coupon}', fields: COUPON, ...done('/admin/coupons') },
  { at: '/admin/banners', ...BOTH },
  { at: '/admin/banners', fields: { intent: 'delete', id: '{banner}' }, ...done('/admin/banners') },
  { at: '/admin/banners/add', ...BOTH },
  { at: '/admin/banners/add', fields: BANNER, ...done('/admin/banners') },
  { at: '/admin/banners/edit/:id', id: '{banner}', ...BOTH },
  { at: '/admin/banners/edit/:id', id: '{banner}', fields: BANNER, ...done('/admin/banners') },
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
