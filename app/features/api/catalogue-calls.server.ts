import { z } from 'zod'
import type { CatalogueKind } from '~/domain/catalogue-kinds'
import { deletedShape, listOf, pageOfList } from './answer-shapes.server'
import { describeCall } from './call.server'
import { cakeShape, itemShape } from './catalogue-shapes.server'
import { countInput, flagInput, pagedQuery, pictureInput, rupeesInput, textInput, versionInput } from './inputs.server'

export const itemBody = z.object({
  name: textInput.optional(),
  description: textInput.optional(),
  price: rupeesInput.optional(),
  position: countInput.optional(),
  image: pictureInput.optional(),
  status: flagInput.optional(),
  special: flagInput.optional().meta({ description: 'Cakes only.' }),
  specialPrice: rupeesInput.nullish().meta({ description: 'Special cakes only, and required there.' }),
  version: versionInput,
})
export type ItemBody = z.output<typeof itemBody>

/** What the API calls the four kinds: path and plural, the name of one, and the call for all of them. */
export const ITEM_NAMES = {
  gift: { plural: 'gifts', one: 'gift', all: 'getAllGifts', group: 'Gifts' },
  addon: { plural: 'addons', one: 'addon', all: 'getAllAddons', group: 'Add-ons' },
  occasion: { plural: 'occasions', one: 'occasion', all: 'getAllOccasions', group: 'Occasions' },
  cake: { plural: 'cakes', one: 'cake', all: 'getAllCakes', group: 'Cakes' },
} as const satisfies Record<CatalogueKind, unknown>

type Answer = z.ZodType<Record<string, unknown>, Record<string, unknown>>

/** The calls of one kind: gifts, add-ons, occasions or cakes. */
function callsOf(kind: CatalogueKind) {
  const { plural, one, all, group } = ITEM_NAMES[kind]
  const shape: typeof cakeShape | typeof itemShape = kind === 'cake' ? cakeShape : itemShape
  const single: Answer = z.object({ [one]: shape })
  const page: Answer = pageOfList(plural, shape)
  const list: Answer = listOf(plural, shape)
  const change = { who: 'change-catalogue', group, body: itemBody, multipart: {}, answer: single } as const
  return {
    kind,
    list: describeCall({
      method: 'GET',
      path: `/api/${plural}`,
      group,
      summary: `A page of ${plural}`,
      notes: 'Visitors are shown the active ones.',
      who: 'everyone',
      query: pagedQuery,
      answer: page,
      shared: true,
    }),
    all: describeCall({
      method: 'GET',
      path: `/api/${plural}/${all}`,
      group,
      summary: `All ${plural}`,
      who: 'everyone',
      answer: list,
      shared: true,
    }),
    add: describeCall({
      ...change,
      method: 'POST',
      path: `/api/${plural}`,
      summary: `Add one to the ${plural}`,
      requires: ['name', 'price', 'position', 'image'],
      status: 201,
      refusals: [422],
      repeatable: true,
    }),
    update: describeCall({
      ...change,
      method: 'PUT',
      path: `/api/${plural}/{id}`,
      summary: `Change one of the ${plural}`,
      notes: 'What is not sent stays as it is.',
      refusals: [409, 422],
    }),
    remove: describeCall({
      method: 'DELETE',
      path: `/api/${plural}/{id}`,
      group,
      summary: `Delete one of the ${plural}`,
      notes: 'Bookings that were sold with it keep it.',
      who: 'change-catalogue',
      answer: deletedShape,
    }),
  }
}

export const catalogueCalls = [callsOf('gift'), callsOf('addon'), callsOf('occasion'), callsOf('cake')]
