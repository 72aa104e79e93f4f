import { chatLink } from '~/domain/desk-messages'
import { type Paise, rupees } from '~/domain/money'
import type { Settings } from './env.server'

/** The facts about the business that pages and mails print, in one place, set by environment. */
export interface Business {
  name: string
  /** Ten digits each, at least one; the first one answers chat and enquiries. */
  phones: string[]
  email: string
  address: string
  city: string
  /** The year since which there has been the business. */
  since: number
  hours: string
  /** The UPI address that guests pay to at the front desk, when there is one. */
  upi: string | undefined
  /** What the front desk may send back of one booking in all (rule K19). */
  deskRefundLimit: Paise
  tax: {
    legalName: string
    gstin: string | null
    /** In hundredths of a percent; null when none is set. */
    rate: number | null
    sac: string
    placeOfSupply: string
  }
  appUrl: string
  timeZone: string
  /** How many months ahead the calendar offers dates. */
  bookingMonths: number
  /** How many hours before their visit customers can still change what is written in lights and icing. */
  prepHours: number
  social: { instagram: string; youtube: string; facebook: string; whatsapp: string }
  credit: { name: string; url: string }
}

/** The business as its settings say it. */
export function businessFrom(settings: Settings): Business {
  const phones = settings.BUSINESS_PHONES
  const greeting = `Hello ${settings.BUSINESS_NAME}, I would like to book a private screening.`
  return {
    name: settings.BUSINESS_NAME,
    phones,
    email: settings.BUSINESS_EMAIL,
    address: settings.BUSINESS_ADDRESS,
    city: settings.BUSINESS_CITY,
    since: settings.BUSINESS_SINCE,
    hours: settings.BUSINESS_HOURS,
    upi: settings.BUSINESS_UPI_VPA,
    deskRefundLimit: rupees(settings.FRONT_DESK_REFUND_LIMIT),
    tax: {
      legalName: settings.BUSINESS_LEGAL_NAME ?? settings.BUSINESS_NAME,
      gstin: settings.BUSINESS_GSTIN ?? null,
      rate: settings.BUSINESS_GST_RATE === undefined ? null : Math.round(settings.BUSINESS_GST_RATE * 100),
      sac: settings.BUSINESS_SAC,
      placeOfSupply: settings.BUSINESS_PLACE_OF_SUPPLY,
    },
    appUrl: settings.APP_URL,
    timeZone: settings.BUSINESS_TIME_ZONE,
    bookingMonths: settings.BOOKING_MONTHS,
    prepHours: settings.PREP_DEADLINE_HOURS,
    social: {
      instagram: settings.BUSINESS_INSTAGRAM,
      youtube: settings.BUSINESS_YOUTUBE,
      facebook: settings.BUSINESS_FACEBOOK,
      whatsapp: chatLink(phones[0] ?? '', greeting),
    },
    credit: { name: settings.BUSINESS_CREDIT_NAME, url: settings.BUSINESS_CREDIT_URL },
  }
}
