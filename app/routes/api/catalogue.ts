import type { CatalogueKind } from '~/domain/catalogue-kinds'
import { deleted, pageJson } from '~/features/api/answer-shapes.server'
import { notFound, Refusal } from '~/features/api/call.server'
import { catalogueCalls, ITEM_NAMES, type ItemBody, itemBody } from '~/features/api/catalogue-calls.server'
import { itemJson } from '~/features/api/catalogue-shapes.server'
import { addOnceByKey, judgeWithPictures, overlay, picturesOf, refusedSave } from '~/features/api/save-record.server'
import {
  addCatalogueItem,
  allCatalogueItems,
  deleteCatalogueItem,
  findCatalogueItem,
  listCatalogueItems,
  updateCatalogueItem,
} from '~/features/catalogue/catalogue.server'
import { catalogueForm } from '~/features/catalogue/catalogue-forms.server'
import { CATALOGUE_WORDS } from '~/features/catalogue/catalogue-kinds'
import type { Staff } from '~/features/staff/staff-session.server'
import { answers, apiRoute } from '~/http/api-route.server'
import type { AppContext } from '~/platform/context.server'

async function oneItem(context: AppContext, kind: CatalogueKind, id: string) {
  const item = await findCatalogueItem(context, kind, id)
  return item ? { [ITEM_NAMES[kind].one]: itemJson(item) } : notFound()
}

function judgeItem(
  context: AppContext,
  staff: Staff,
  kind: CatalogueKind,
  { image, special, ...body }: ItemBody,
  had: readonly (string | null)[] = [],
) {
  const fields = {
    ...body,
    special: special === 'true' ? 'on' : undefined,
    specialPrice: body.specialPrice ?? undefined,
  }
  return judgeWithPictures(context, staff, catalogueForm(kind), fields, { sent: picturesOf(image), had })
}

const api = apiRoute(
  ...catalogueCalls.flatMap(({ kind, ...calls }) => [
    answers(calls.list, async ({ context, staff, query }) => {
      const found = await listCatalogueItems(context, kind, { ...query, activeOnly: !staff })
      const { rows, around } = pageJson(found.items, found, query.page)
      return { [ITEM_NAMES[kind].plural]: rows.map(itemJson), ...around }
    }),
    answers(calls.all, async ({ context, staff }) => {
      const items = await allCatalogueItems(context, kind, { activeOnly: !staff })
      return { [ITEM_NAMES[kind].plural]: items.map(itemJson), totalDocuments: items.length }
    }),
    answers(calls.add, ({ context, staff, body, attempt }) =>
      addOnceByKey(
        context,
        staff,
        { ...attempt, entity: CATALOGUE_WORDS[kind].one },
        (id) => oneItem(context, kind, id),
        async (id) => {
          const values = await judgeItem(context, staff, kind, body)
          return values instanceof Refusal ? values : addCatalogueItem(context, staff, kind, values, id)
        },
      ),
    ),
    answers(calls.update, async ({ context, staff, id, body }) => {
      const found = await findCatalogueItem(context, kind, id)
      if (!found) return notFound()
      const { image, ...before } = itemJson(found)
      const whole = overlay(itemBody, { ...before, image: image ?? undefined }, body)
      const values = await judgeItem(context, staff, kind, whole, [found.image])
      if (values instanceof Refusal) return values
      const saved = await updateCatalogueItem(context, staff, kind, id, values)
      return saved.ok ? oneItem(context, kind, id) : refusedSave(saved)
    }),
    answers(calls.remove, async ({ context, staff, id }) =>
      (await deleteCatalogueItem(context, staff, kind, id)) ? deleted(id) : notFound(),
    ),
  ]),
)

export const loader = api.loader
export const action = api.action
