import { deleted } from '~/features/api/answer-shapes.server'
import { notFound, Refusal } from '~/features/api/call.server'
import { bannerJson } from '~/features/api/catalogue-shapes.server'
import { addOnceByKey, judgeWithPictures, overlay, picturesOf, refusedSave } from '~/features/api/save-record.server'
import { bannerBody, bannerCalls } from '~/features/api/site-calls.server'
import { bannerForm } from '~/features/site/banner-forms.server'
import {
  addBanner,
  deleteBanner,
  findBanner,
  listBanners,
  setBannerStatus,
  updateBanner,
} from '~/features/site/banners.server'
import { answers, apiRoute } from '~/http/api-route.server'
import type { AppContext } from '~/platform/context.server'

async function oneBanner(context: AppContext, id: string) {
  const banner = await findBanner(context, id)
  return banner ? { banner: bannerJson(banner) } : notFound()
}

const api = apiRoute(
  answers(bannerCalls.list, async ({ context, staff }) => {
    const banners = (await listBanners(context, { activeOnly: !staff })).map(bannerJson)
    return { banners, totalDocuments: banners.length }
  }),
  answers(bannerCalls.add, ({ context, staff, body: { image, ...fields }, attempt }) =>
    addOnceByKey(
      context,
      staff,
      { ...attempt, entity: 'Banner' },
      (id) => oneBanner(context, id),
      async (id) => {
        const values = await judgeWithPictures(context, staff, bannerForm, fields, { sent: picturesOf(image) })
        return values instanceof Refusal ? values : addBanner(context, staff, values, id)
      },
    ),
  ),
  answers(bannerCalls.update, async ({ context, staff, id, body }) => {
    const before = await findBanner(context, id)
    if (!before) return notFound()
    const { image, ...fields } = overlay(bannerBody, bannerJson(before), body)
    const sent = { sent: picturesOf(image), had: [before.image] }
    const values = await judgeWithPictures(context, staff, bannerForm, fields, sent)
    if (values instanceof Refusal) return values
    const saved = await updateBanner(context, staff, id, values)
    return saved.ok ? oneBanner(context, id) : refusedSave(saved)
  }),
  answers(bannerCalls.status, async ({ context, staff, id, body: { status } }) => {
    const saved = await setBannerStatus(context, staff, id, status === 'true')
    return saved.ok ? oneBanner(context, id) : refusedSave(saved)
  }),
  answers(bannerCalls.remove, async ({ context, staff, id }) =>
    (await deleteBanner(context, staff, id)) ? deleted(id) : notFound(),
  ),
)

export const loader = api.loader
export const action = api.action
