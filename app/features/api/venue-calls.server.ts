import { z } from 'zod'
import { MOST } from '~/domain/text-limits'
import { deletedShape, listOf } from './answer-shapes.server'
import { describeCall } from './call.server'
import {
  clockInput,
  countInput,
  dateInput,
  flagInput,
  picturesInput,
  refInput,
  rupeesInput,
  statusBody,
  textInput,
  versionInput,
  wantedId,
} from './inputs.server'
import { locationBody, locationShape, ownPasswordInput, staffLocationShape } from './location-record.server'
import { cityShape, screenShape } from './venue-shapes.server'

export const cityBody = z.object({ name: textInput.optional(), status: flagInput.optional(), version: versionInput })
const oneCity = z.object({ city: cityShape })

export const cityCalls = {
  list: describeCall({
    method: 'GET',
    path: '/api/cities',
    group: 'Cities',
    summary: 'Cities',
    notes: 'Visitors are shown the open ones; super admins all of them.',
    who: 'everyone',
    answer: listOf('cities', cityShape),
    shared: true,
  }),
  add: describeCall({
    method: 'POST',
    path: '/api/cities',
    group: 'Cities',
    summary: 'Add a city',
    who: 'manage-cities',
    body: cityBody,
    requires: ['name', 'status'],
    answer: oneCity,
    status: 201,
    refusals: [422],
    repeatable: true,
  }),
  update: describeCall({
    method: 'PUT',
    path: '/api/cities/{id}',
    group: 'Cities',
    summary: 'Change a city',
    notes: 'What is not sent stays as it is.',
    who: 'manage-cities',
    body: cityBody,
    answer: oneCity,
    refusals: [409, 422],
  }),
  remove: describeCall({
    method: 'DELETE',
    path: '/api/cities/{id}',
    group: 'Cities',
    summary: 'Delete a city',
    notes: 'Its locations are unallocated.',
    who: 'manage-cities',
    answer: deletedShape,
  }),
}

const locationForm = { json: ['addons', 'gifts', 'admin'] }
const oneLocation = z.object({ location: staffLocationShape })

export const locationCalls = {
  list: describeCall({
    method: 'GET',
    path: '/api/locations',
    group: 'Locations',
    summary: 'Locations, of one city when it is named',
    notes: 'Visitors are shown the open ones; staff those within their reach, with each one’s admin.',
    who: 'everyone',
    query: z.object({ city: wantedId.optional() }),
    answer: listOf('locations', locationShape),
    staffAnswer: listOf('locations', staffLocationShape),
    shared: true,
  }),
  one: describeCall({
    method: 'GET',
    path: '/api/locations/{id}',
    group: 'Locations',
    summary: 'One location',
    who: 'everyone',
    answer: z.object({ location: locationShape }),
    staffAnswer: oneLocation,
    shared: true,
  }),
  add: describeCall({
    method: 'POST',
    path: '/api/locations',
    group: 'Locations',
    summary: 'Add a location together with its admin',
    notes: 'In a form its admin is one part in JSON, or one for each of its fields: admin[name].',
    who: 'add-locations',
    body: locationBody,
    requires: ['name', 'address', 'addressLink', 'cityId', 'status', 'admin'],
    multipart: locationForm,
    answer: oneLocation,
    status: 201,
    refusals: [409, 422, 429],
    repeatable: true,
  }),
  update: describeCall({
    method: 'PUT',
    path: '/api/locations/{id}',
    group: 'Locations',
    summary: 'Change a location and its admin',
    notes:
      'What is not sent stays as it is. Location admins change their own, but neither its city nor another’s account.',
    who: 'administer',
    body: locationBody,
    multipart: locationForm,
    answer: oneLocation,
    refusals: [409, 422, 429],
  }),
  status: describeCall({
    method: 'PUT',
    path: '/api/locations/status/{id}',
    group: 'Locations',
    summary: 'Open or close a location',
    who: 'administer',
    body: statusBody,
    answer: oneLocation,
  }),
  remove: describeCall({
    method: 'DELETE',
    path: '/api/locations/{id}',
    group: 'Locations',
    summary: 'Delete a location',
    notes: 'Its screens are unallocated, and its admin can no longer log in.',
    who: 'add-locations',
    body: z.object({ ownPassword: ownPasswordInput }),
    answer: deletedShape,
    refusals: [422, 429],
  }),
}

export const screenBody = z.object({
  name: textInput.optional(),
  capacity: countInput.optional(),
  minPeople: countInput.optional(),
  extraPersonPrice: rupeesInput.optional(),
  description: textInput.optional(),
  specifications: z.array(textInput).max(MOST.sent).optional(),
  location: refInput.optional(),
  images: picturesInput.optional(),
  status: flagInput.optional(),
  slots: z
    .array(z.object({ from: clockInput, to: clockInput }))
    .max(MOST.sent)
    .optional(),
  packages: z
    .array(
      z.object({
        _id: wantedId.optional().meta({
          description: 'The package that stays, whatever it is called now; without it the one of this name.',
        }),
        name: textInput,
        price: rupeesInput,
        addons: z.array(textInput).max(MOST.sent).optional(),
        customPrice: z
          .array(z.object({ date: dateInput, price: rupeesInput }))
          .max(MOST.sentPrices)
          .optional(),
      }),
    )
    .max(MOST.sent)
    .optional(),
  version: versionInput,
})
export type ScreenBody = z.output<typeof screenBody>
const changedScreenBody = screenBody.extend({
  agreed: textInput.optional().meta({
    description:
      'The words of a refusal with 409 that says which packages, slots and places bookings to come have: sent back, these are taken away.',
  }),
})
const screenForm = { json: ['specifications', 'slots', 'packages'], repeated: ['images'] }
const oneScreen = z.object({ screen: screenShape })

export const screenCalls = {
  list: describeCall({
    method: 'GET',
    path: '/api/screens',
    group: 'Screens',
    summary: 'Screens, of one location when it is named',
    notes: 'Visitors are shown those that can be booked; staff those within their reach.',
    who: 'everyone',
    query: z.object({ location: wantedId.optional() }),
    answer: listOf('screens', screenShape),
    shared: true,
  }),
  add: describeCall({
    method: 'POST',
    path: '/api/screens',
    group: 'Screens',
    summary: 'Add a screen',
    who: 'manage-screens',
    body: screenBody,
    requires: ['name', 'capacity', 'minPeople', 'extraPersonPrice', 'description', 'location', 'status'],
    multipart: screenForm,
    answer: oneScreen,
    status: 201,
    refusals: [422],
    repeatable: true,
  }),
  update: describeCall({
    method: 'PUT',
    path: '/api/screens/{id}',
    group: 'Screens',
    summary: 'Change a screen',
    notes:
      'What is not sent stays as it is. Packages keep their identity by _id, or else by name, and with it what of them is not sent; an empty list empties it. Slots keep theirs by their times. What bookings to come have is taken away only by who agrees to it.',
    who: 'manage-screens',
    body: changedScreenBody,
    multipart: screenForm,
    answer: oneScreen,
    refusals: [409, 422],
  }),
  status: describeCall({
    method: 'PUT',
    path: '/api/screens/status/{id}',
    group: 'Screens',
    summary: 'Open or close a screen',
    who: 'manage-screens',
    body: statusBody,
    answer: oneScreen,
  }),
  remove: describeCall({
    method: 'DELETE',
    path: '/api/screens/{id}',
    group: 'Screens',
    summary: 'Delete a screen',
    notes:
      'Its bookings go on, those to come too. The back office asks first where there are any; a program is not asked.',
    who: 'manage-screens',
    answer: deletedShape,
  }),
}
