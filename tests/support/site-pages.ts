import { links } from '../../app/links'

/** The pages that every stranger sees, and their headings. */
export const SITE_PAGES = [
  { path: links.home(), heading: 'A cinema of your own' },
  { path: links.about(), heading: 'One idea: the cinema is yours' },
  { path: links.gallery(), heading: 'Gallery' },
  { path: links.testimonials(), heading: 'What they said on the way out' },
  { path: links.contact(), heading: 'Talk to us' },
  { path: links.findEvening(), heading: 'Find an evening' },
  { path: links.find(), heading: 'Where is my booking?' },
  { path: links.terms(), heading: 'Terms & Conditions' },
  { path: links.refundPolicy(), heading: 'Refund Policy' },
  { path: links.privacyPolicy(), heading: 'Privacy Policy' },
  { path: links.bookLocations(), heading: 'Choose Your Location' },
]
