import { dialled } from '~/domain/calling'
import { links } from '~/links'

/** What pages may know about the business; the settings behind it stand in `platform/business.server.ts`. */
export interface PublicBusiness {
  name: string
  phones: readonly string[]
  /** The first of them, as it is called from anywhere. */
  telephone: string
  email: string
  address: string
  city: string
  hours: string
  appUrl: string
  timeZone: string
  social: { instagram: string; youtube: string; facebook: string }
}

/** Of the business's facts those that every page may carry; tax and the desk's limits are not for visitors. */
export const publicBusiness = (business: Omit<PublicBusiness, 'telephone'>): PublicBusiness => {
  const { name, phones, email, address, city, hours, appUrl, timeZone, social } = business
  const telephone = dialled(phones[0] ?? '')
  return { name, phones, telephone, email, address, city, hours, appUrl, timeZone, social }
}

/** The business as schema.org's LocalBusiness. */
export function localBusiness({ name, telephone, email, address, appUrl, social }: PublicBusiness) {
  return {
    '@type': ['LocalBusiness', 'MovieTheater'],
    '@id': `${appUrl}#business`,
    name,
    url: appUrl,
    telephone,
    email,
    image: `${appUrl}${links.sharePicture()}`,
    logo: `${appUrl}${links.icon()}`,
    address: { '@type': 'PostalAddress', streetAddress: address, addressCountry: 'IN' },
    currenciesAccepted: 'INR',
    sameAs: [social.instagram, social.youtube, social.facebook],
  }
}

/** Questions and answers as schema.org's FAQPage. */
export function faqPage(questions: readonly { question: string; answer: string }[]) {
  return {
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  }
}
