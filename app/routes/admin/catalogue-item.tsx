import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { newId } from '~/db/new-id'
import { typedRupees } from '~/domain/money'
import { addCatalogueItem, findCatalogueItem, updateCatalogueItem } from '~/features/catalogue/catalogue.server'
import { CatalogueForm } from '~/features/catalogue/catalogue-form'
import { catalogueForm } from '~/features/catalogue/catalogue-forms.server'
import { CATALOGUE_WORDS } from '~/features/catalogue/catalogue-kinds'
import { readImageForm } from '~/features/media/image-form.server'
import { kindOf } from '~/http/catalogue-kind.server'
import { redirectWithNotice } from '~/http/notice.server'
import { refuseSave } from '~/http/refuse-save.server'
import { requireSuperAdmin } from '~/http/require-staff.server'
import { links } from '~/links'
import { appContext } from '~/platform/context.server'
import { parseForm } from '~/platform/form.server'
import { takingPictures } from '~/platform/request-body.server'
import { PageHead } from '~/ui/admin-shell'

export { clientAction } from '~/ui/unreachable'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.title ?? 'Catalogue'} · Back office` },
]

export async function loader({ request, params }: LoaderFunctionArgs) {
  const context = appContext()
  await requireSuperAdmin(context, request)
  const kind = kindOf(request)
  const word = CATALOGUE_WORDS[kind].one
  if (!params.id) return { kind, title: `Add ${word}`, save: `Add ${word}`, version: 0, entry: newId(), values: {} }
  const item = await findCatalogueItem(context, kind, params.id)
  if (!item) throw new Response(null, { status: 404 })
  const values = {
    name: item.name,
    description: item.description,
    price: typedRupees(item.price),
    position: String(item.position),
    images: item.image ? [item.image] : [],
    special: item.special ? 'on' : undefined,
    specialPrice: item.specialPrice === null ? undefined : typedRupees(item.specialPrice),
  }
  return { kind, title: `Edit ${item.name}`, save: `Update ${word}`, version: item.version, values }
}

export const action = takingPictures(async ({ request, params }: ActionFunctionArgs) => {
  const context = appContext()
  const staff = await requireSuperAdmin(context, request)
  const kind = kindOf(request)
  const { form, imageFaults, imageUrl } = await readImageForm(context, request, staff.id, { max: 1 })
  const read = parseForm(form, catalogueForm(kind), { found: { images: imageFaults }, beside: { imageUrl } })
  if (!read.ok) return read.reply()
  const saved = params.id
    ? await updateCatalogueItem(context, staff, kind, params.id, read.value)
    : await addCatalogueItem(context, staff, kind, read.value, read.entry)
  if (!saved.ok) return refuseSave(read, saved)
  const done = params.id ? 'updated' : 'added'
  return redirectWithNotice(links.adminCatalogue(kind), `${CATALOGUE_WORDS[kind].one} ${done} successfully!`)
})

export default function CatalogueItem() {
  const { title, ...rest } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <>
      <PageHead title={title} />
      <CatalogueForm answer={answer} {...rest} />
    </>
  )
}
