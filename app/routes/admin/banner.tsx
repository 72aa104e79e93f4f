import { useForm } from '@conform-to/react'
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { newId } from '~/db/new-id'
import { LONGEST } from '~/domain/text-limits'
import { readImageForm } from '~/features/media/image-form.server'
import { PICTURE_LIMITS } from '~/features/media/picture-limits'
import { bannerForm } from '~/features/site/banner-forms.server'
import { addBanner, findBanner, updateBanner } from '~/features/site/banners.server'
import { redirectWithNotice } from '~/http/notice.server'
import { refuseSave } from '~/http/refuse-save.server'
import { requireStaff } from '~/http/require-staff.server'
import { links } from '~/links'
import { appContext } from '~/platform/context.server'
import { parseForm } from '~/platform/form.server'
import { takingPictures } from '~/platform/request-body.server'
import { PageHead } from '~/ui/admin-shell'
import { OnOffField, TextAreaField, TextField } from '~/ui/field'
import { ActionForm } from '~/ui/form'
import { FormEnd, FormPanel } from '~/ui/form-panel'
import { ImageField } from '~/ui/image-field'

export { clientAction } from '~/ui/unreachable'

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `${data?.title ?? 'Banner'} · Back office` }]

type Values = {
  title?: string
  description?: string
  link?: string
  position?: string
  status?: string
  images?: string[]
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const context = appContext()
  await requireStaff(context, request, 'manage-banners')
  const blank: Values = { status: 'true' }
  if (!params.id) return { title: 'Add Banner', save: 'Add Banner', version: 0, entry: newId(), values: blank }
  const banner = await findBanner(context, params.id)
  if (!banner) throw new Response(null, { status: 404 })
  const { title, description, link, position, active, image, version } = banner
  const values: Values = {
    title,
    description,
    link,
    position: String(position),
    status: String(active),
    images: [image],
  }
  return { title: `Edit ${title}`, save: 'Update Banner', version, values }
}

export const action = takingPictures(async ({ request, params }: ActionFunctionArgs) => {
  const context = appContext()
  const staff = await requireStaff(context, request, 'manage-banners')
  const { form, imageFaults, imageUrl } = await readImageForm(context, request, staff.id, { max: 1 })
  const read = parseForm(form, bannerForm, { found: { images: imageFaults }, beside: { imageUrl } })
  if (!read.ok) return read.reply()
  const saved = params.id
    ? await updateBanner(context, staff, params.id, read.value)
    : await addBanner(context, staff, read.value, read.entry)
  if (!saved.ok) return refuseSave(read, saved)
  return redirectWithNotice(links.adminBanners(), `Banner ${params.id ? 'updated' : 'added'} successfully!`)
})

export default function Banner() {
  const { title, save, version, entry, values } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const [form, fields] = useForm<Values>({ id: 'banner', lastResult: answer?.lastResult, defaultValue: values })
  return (
    <>
      <PageHead title={title} />
      <ActionForm
        form={form}
        version={version}
        values={values}
        entry={entry}
        answer={answer}
        encType="multipart/form-data"
        className="max-w-3xl"
      >
        <FormPanel>
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField
              field={fields.title}
              label="Title"
              required
              maxLength={LONGEST.title}
              frameClassName="sm:col-span-2"
            />
            <TextAreaField
              field={fields.description}
              label="Description"
              required
              rows={2}
              maxLength={LONGEST.banner}
              frameClassName="sm:col-span-2"
            />
            <TextField
              field={fields.link}
              label="Link"
              type="url"
              required
              placeholder="https://…"
              frameClassName="sm:col-span-2"
            />
            <TextField field={fields.position} label="Position" type="number" required min={0} inputMode="numeric" />
            <OnOffField field={fields.status} label="Status" />
          </div>
        </FormPanel>
        <FormPanel>
          <ImageField
            form={form}
            field={fields.images}
            label="Image"
            max={1}
            uploadTo={links.adminUploads()}
            limits={PICTURE_LIMITS}
          />
        </FormPanel>
        <FormEnd save={save} cancelTo={links.adminBanners()} />
      </ActionForm>
    </>
  )
}
