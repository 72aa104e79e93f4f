import { takenAwayQuestion } from '~/domain/taken-away'
import { OWN_PASSWORD } from './owner'

/* The back office's forms, filled in. Words in braces stand for records. */

export const CITY = { name: 'Bengaluru', status: 'true', version: '1' }
export const LOCATION = {
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
export const AGREED = takenAwayQuestion([
  { name: 'Basic', bookings: 1 },
  { name: '7:00 PM – 10:00 PM', bookings: 1 },
]) as string
export const SCREEN = {
  name: 'A room',
  capacity: '8',
  minPeople: '2',
  extraPersonPrice: '200',
  description: 'Dark',
  status: 'true',
  version: '1',
}
export const COUPON = {
  code: 'NEWCODE',
  type: 'fixed',
  discount: '100',
  expireDate: '2027-12-31',
  status: 'true',
  scrollCoupon: 'false',
  version: '1',
}
export const PERSON = {
  name: 'Sonu',
  email: 'sonu@lumiere.example',
  role: 'front-desk',
  locationId: '{koramangala}',
  ownPassword: OWN_PASSWORD,
}
export const BANNER = {
  title: 'Lit',
  description: 'Up',
  link: 'https://lumiere.example',
  position: '1',
  status: 'true',
  'images[0]': 'https://pictures.example/a.png',
  version: '1',
}
export const ITEM = {
  name: 'A thing',
  price: '100',
  position: '1',
  'images[0]': 'https://pictures.example/a.png',
  version: '1',
}
