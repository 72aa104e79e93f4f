import { z } from 'zod'
import { bookingText, eachText } from '~/domain/booking-texts'
import { MAX_COUNT, MAX_ITEMS } from '~/domain/draft'
import { MOVED_FOR } from '~/domain/moved-for'
import { DESK_MODES } from '~/domain/payment-mode'
import { LONGEST, LONGEST_READ } from '~/domain/text-limits'
import {
  clockInput,
  dateInput,
  digitsInput,
  wantedId as id,
  nameInput as name,
  rupeeNumber,
  textInput,
} from './inputs.server'

/** A booking as clients send it. Prices in it are not read, except the total, which must be the server's own. */

const clockTime = clockInput.max(LONGEST_READ.clockTime)

/** Something of the catalogue or a place, by id or by name, or as the object that was read. */
const named = z
  .union([name, z.object({ _id: id.nullish(), id: id.nullish(), name: name.nullish() })])
  .meta({ description: 'By _id or by name, or as an object with one of them.' })

const items = z
  .array(
    z.object({
      _id: id.nullish(),
      id: id.nullish(),
      name: name.nullish(),
      count: z.int().min(1).max(MAX_COUNT).nullish(),
    }),
  )
  .max(MAX_ITEMS)
  .nullish()
  .meta({ description: 'By _id or by name; count is 1 unless it says otherwise.' })

// their own limits are the booking's rules and answered as such
const texts = eachText((text) => (bookingText(text).digits ? digitsInput : name).nullish())

/** More is no number of people at all, and nothing is priced for so many. */
const MOST_PEOPLE_SENT = 100_000

const details = z.object({
  // the room's own limits are answered as such
  numberOfPeople: z.int().min(0).max(MOST_PEOPLE_SENT).nullish(),
  ...texts,
  couponCode: z.string().max(LONGEST.typedCouponCode).nullish(),
})

const booking = details.extend({
  totalPrice: rupeeNumber.meta({
    description: 'The price that the person was shown, in rupees. Any other is refused with 409.',
  }),
  date: dateInput,
  slot: z.object({ from: clockTime, to: clockTime.nullish() }),
  screen: named,
  location: named.nullish().meta({
    description: 'Where the screen stands; needed where screens of several locations have the name that is sent.',
  }),
  package: named.nullish().meta({ description: 'The screen’s first unless one is named.' }),
  occasion: z
    .union([
      name,
      z.object({
        _id: id.nullish(),
        id: id.nullish(),
        name: name.nullish(),
        celebrantName: texts.celebrantName,
      }),
    ])
    .nullish(),
  addons: items,
  cakes: items,
  gifts: items,
  customer: z.object({ name, email: name.nullish(), number: digitsInput }),
  otherInfo: details.nullish(),
})

export const customerBookingBody = booking.extend({
  fullPayment: z.boolean().nullish().meta({ description: 'Pay everything now; otherwise the advance.' }),
  termsAccepted: z
    .boolean()
    .nullish()
    .meta({ description: 'Sending a booking says that the terms were accepted, unless this is false.' }),
})

const desk = {
  advance: rupeeNumber.meta({ description: 'What has been received besides the completing payment, in rupees.' }),
  mode: z.enum(DESK_MODES).nullish().meta({ description: 'How new money came in; cash unless it says otherwise.' }),
  note: textInput.nullish(),
  approved: z.boolean().nullish().meta({ description: 'Somebody was asked, where a note says to ask first.' }),
}

export const staffBookingBody = booking.extend({ ...desk, totalPrice: booking.shape.totalPrice.nullish() })

export const bookingChangeBody = z.object({
  ...booking.partial().shape,
  ...desk,
  mode: desk.mode.meta({
    description:
      'How new money came in; cash unless it says otherwise. What a smaller advance leaves of a payment stays in its way unless this is said.',
  }),
  advance: desk.advance.nullish().meta({
    description:
      'What has been received, in rupees. The sum that was answered leaves it as it is; a larger one is all that was received, with what came since: the difference is entered. A smaller one leaves out what completed the payment, and strikes out; one between the two is refused with 422. Once a payment was struck out, a larger one needs the version, and is refused with 409 without it.',
  }),
  customer: booking.shape.customer.partial().nullish(),
  slot: booking.shape.slot.nullish(),
  totalPrice: booking.shape.totalPrice.nullish(),
  id: id.nullish().meta({ description: 'The booking; it or _id is needed.' }),
  _id: id
    .nullish()
    .meta({ description: 'The same as id, as the booking is answered; of two that differ this one counts.' }),
  fullPayment: z.boolean().nullish().meta({
    description:
      'The payment is completed; false takes the completing payment back. What was answered leaves it as it is.',
  }),
  movedFor: z.enum(MOVED_FOR).nullish().meta({
    description:
      'For whom another date, slot or screen is: the family, unless it says otherwise, whose one move it then is; one that the business had to make does not count.',
  }),
  tellCustomer: z.boolean().nullish().meta({
    description:
      'Whether the customer is written to of a move, of money that comes or goes back, and where they are reached elsewhere; they are, unless it is false.',
  }),
  version: z.int().nullish().meta({
    description:
      'The version that was read; a change in between answers 409. A larger advance, and a tick, need it once a payment was struck out.',
  }),
})

/** What all three have in common, as far as it was sent. */
export type SentBooking = Pick<
  z.output<typeof bookingChangeBody>,
  | 'totalPrice'
  | 'date'
  | 'slot'
  | 'screen'
  | 'location'
  | 'package'
  | 'occasion'
  | 'addons'
  | 'cakes'
  | 'gifts'
  | 'customer'
  | 'otherInfo'
  | keyof z.output<typeof details>
>
export type Named = z.output<typeof named>
