/** Every address inside the product, as a function: no path is spelled anywhere else. */
import type { CatalogueKind } from './domain/catalogue-kinds'

/** Widths in pixels in which a picture may be asked for. */
export const PICTURE_WIDTHS = [160, 320, 480, 640, 960, 1280, 1600] as const
export type PictureWidth = (typeof PICTURE_WIDTHS)[number]

type Query = Record<string, string | number | undefined>

/** Which booking of staff's own making a step is about; a customer's addresses have none. */
export interface DraftQuery {
  draft?: string
}

/** Why a booking begins anew: its browser has sent none. It stands in the address, since a cookie may never come back. */
interface Begin {
  begin?: 'anew'
}

function withQuery(path: string, query: Query = {}): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== '') params.set(name, String(value))
  const text = params.toString()
  return text ? `${path}?${text}` : path
}

/** What the back office and the JSON API call the four kinds in their addresses. */
export const CATALOGUE_PATHS = {
  occasion: 'occasions',
  addon: 'addons',
  cake: 'cakes',
  gift: 'gifts',
} as const satisfies Record<CatalogueKind, string>

export const links = {
  home: () => '/',
  about: () => '/about',
  gallery: (query?: { show?: string; photo?: number }) => withQuery('/gallery', query),
  testimonials: () => '/testimonials',
  contact: () => '/contact',
  findEvening: () => '/find-an-evening',
  /** Where is my money, or my booking; `asked` once a mail was asked for. */
  find: (query?: { asked?: string }) => withQuery('/find', query),
  terms: () => '/termsandconditions',
  refundPolicy: () => '/refundpolicy',
  privacyPolicy: () => '/privacypolicy',
  sitemap: () => '/sitemap.xml',
  manifest: () => '/manifest.webmanifest',
  /** The brand's mark: as a drawing, or in one of its sizes (180, 192, 512). */
  icon: (size?: 180 | 192 | 512) =>
    `/media/brand/${size === undefined ? 'favicon.svg' : size === 180 ? 'apple-touch-icon.png' : `icon-${size}.png`}`,
  /** What a shared link shows, 1200 × 630. */
  sharePicture: () => '/media/brand/og.jpg',

  /** What the addresses of the steps begin with. */
  bookingSteps: () => '/booking/',
  bookLocations: (query?: DraftQuery & Begin) => withQuery('/booking/locations', { ...query }),
  bookScreens: (query?: DraftQuery & Begin & { date?: string }) => withQuery('/booking/screens', { ...query }),
  bookSlots: (query?: DraftQuery & { month?: string; photo?: number }) => withQuery('/booking/slots', { ...query }),
  bookCustomerDetails: (query?: DraftQuery & { modal?: string }) => withQuery('/booking/customerDetails', { ...query }),
  bookPackages: (query?: DraftQuery & { preview?: string }) =>
    withQuery('/booking/otherdetails/packages', { ...query }),
  bookOccasions: (query?: DraftQuery & { about?: string }) =>
    withQuery('/booking/otherdetails/occasions', { ...query }),
  bookAddons: (query?: DraftQuery) => withQuery('/booking/otherdetails/addons', { ...query }),
  bookCakes: (query?: DraftQuery) => withQuery('/booking/otherdetails/cakes', { ...query }),
  bookGifts: (query?: DraftQuery) => withQuery('/booking/otherdetails/gifts', { ...query }),
  bookPayment: (query?: DraftQuery) => withQuery('/booking/payment', { ...query }),
  /** A customer's confirmation is their browser's; one that staff see names its booking. */
  bookingConfirmation: (query?: { booking?: string }) => withQuery('/bookingConfirmation', { ...query }),
  bookingDraft: (query?: DraftQuery) => withQuery('/booking/draft', { ...query }),
  sharePlan: () => '/plan',
  /** A plan to look at; with its key it can be taken up. */
  plan: (token: string, query?: { key?: string }) => withQuery(`/plan/${token}`, query),
  editBooking: (id: string) => `/booking/edit/${id}`,

  paymentVerify: () => '/payment/verify',
  paymentDismissed: () => '/payment/dismissed',
  paymentReturn: (token: string) => `/payment/return/${token}`,
  paymentCancelled: (token: string) => `/payment/cancelled/${token}`,
  paymentWebhook: () => '/payment/webhook',

  customerBooking: (token: string) => `/b/${token}`,
  customerPaper: (token: string, id: string) => `/b/${token}/papers/${id}`,
  customerCalendar: (token: string) => `/b/${token}/calendar.ics`,
  customerPay: (token: string, query?: { order?: string }) => withQuery(`/b/${token}/pay`, { ...query }),
  customerCancel: (token: string) => `/b/${token}/cancel`,
  customerTexts: (token: string) => `/b/${token}/texts`,
  customerReschedule: (token: string, query?: { month?: string; date?: string }) =>
    withQuery(`/b/${token}/reschedule`, query),

  login: (query?: { next?: string }) => withQuery('/login', query),
  loginCode: (query?: { next?: string }) => withQuery('/login/code', query),
  register: () => '/register',
  logout: () => '/logout',
  forgotPassword: () => '/forgot-password',
  resetPassword: (token: string) => `/reset-password/${token}`,

  adminHome: () => '/admin',
  adminLetters: () => '/admin/letters',
  adminTheme: () => '/admin/theme',
  dashboard: () => '/admin/dashboard',
  adminBookings: (query?: Query) => withQuery('/admin/bookings', query),
  adminBookingNew: (query?: Query) => withQuery('/admin/bookings/new', query),
  adminBookingSteps: (query?: Query) => withQuery('/admin/bookings/new/steps', query),
  adminUnfinished: (query?: Query) => withQuery('/admin/unfinished-bookings', query),
  adminBooking: (id: string, query?: Query) => withQuery(`/admin/bookings/view/${id}`, query),
  adminBookingsExport: (query?: Query) => withQuery('/admin/bookings/export.csv', query),
  adminPaymentsExport: (query?: Query) => withQuery('/admin/bookings/payments.csv', query),
  adminPapersExport: (query?: Query) => withQuery('/admin/bookings/papers.csv', query),
  adminCustomersExport: (query?: Query) => withQuery('/admin/customers/export.csv', query),
  adminCustomer: (id: string) => `/admin/customers/${id}`,
  adminCustomerData: (id: string) => `/admin/customers/${id}/data.json`,
  adminCustomers: (query?: Query) => withQuery('/admin/customers', query),
  adminToday: (query?: Query) => withQuery('/admin/today', query),
  adminTodayChanges: (query?: Query) => withQuery('/admin/today/changes', query),
  adminPrep: (query?: Query) => withQuery('/admin/prep', query),
  adminPrepChanges: (query?: Query) => withQuery('/admin/prep/changes', query),
  adminFind: (query?: { search?: string }) => withQuery('/admin/find', query),
  adminTill: (query?: Query) => withQuery('/admin/till', query),
  adminTillDays: (query?: Query) => withQuery('/admin/till/days', query),
  adminTillExport: (query?: Query) => withQuery('/admin/till/export.csv', query),
  adminBlockedDates: (query?: Query) => withQuery('/admin/blocked-dates', query),
  adminAudit: (query?: Query) => withQuery('/admin/audit', query),
  adminReviews: (query?: Query) => withQuery('/admin/reviews', query),
  adminMessages: (query?: Query) => withQuery('/admin/messages', query),
  adminUploads: () => '/admin/uploads',
  /** What waits about money; `row` is what of it is meant. */
  adminMoney: (row?: string) => (row ? `/admin/money#${row}` : '/admin/money'),
  adminPaper: (id: string) => `/admin/papers/${id}`,
  adminAccount: () => '/admin/account',
  adminSecondFactor: (query?: Query) => withQuery('/admin/account/code', query),
  adminStaff: () => '/admin/staff',
  adminStaffInvite: () => '/admin/staff/invite',
  adminStaffMember: (id: string, query?: Query) => withQuery(`/admin/staff/${id}`, query),
  adminCities: (query?: Query) => withQuery('/admin/cities', query),
  adminCityAdd: () => '/admin/cities/add',
  adminCityEdit: (id: string) => `/admin/cities/edit/${id}`,
  adminLocations: (query?: Query) => withQuery('/admin/locations', query),
  adminLocationAdd: () => '/admin/locations/add',
  adminLocationEdit: (id: string) => `/admin/locations/edit/${id}`,
  adminScreens: (query?: Query) => withQuery('/admin/screens', query),
  adminScreenAdd: () => '/admin/screens/add',
  adminScreenEdit: (id: string) => `/admin/screens/edit/${id}`,
  adminCoupons: (query?: Query) => withQuery('/admin/coupons', query),
  adminCouponAdd: () => '/admin/coupons/add',
  adminCouponEdit: (id: string) => `/admin/coupons/edit/${id}`,
  adminBanners: (query?: Query) => withQuery('/admin/banners', query),
  adminBannerAdd: () => '/admin/banners/add',
  adminBannerEdit: (id: string) => `/admin/banners/edit/${id}`,
  adminCatalogue: (kind: CatalogueKind, query?: Query) => withQuery(`/admin/${CATALOGUE_PATHS[kind]}`, query),
  adminCatalogueAdd: (kind: CatalogueKind) => `/admin/${CATALOGUE_PATHS[kind]}/add`,
  adminCatalogueEdit: (kind: CatalogueKind, id: string) => `/admin/${CATALOGUE_PATHS[kind]}/edit/${id}`,

  /** A stored or bundled picture (`/media/…`) in one width. */
  picture: (src: string, width: PictureWidth) => src.replace('/media/', `/media/w${width}/`),
  apiDocs: () => '/api/docs',
  apiDescription: () => '/api/openapi.json',
  health: () => '/healthz',
} as const
