import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { listQuery } from '~/features/back-office/list-page.server'
import { deleteBanner, findBanner, listBanners, setBannerStatus } from '~/features/site/banners.server'
import { afterDeletion } from '~/http/after-deletion.server'
import { readListAction } from '~/http/list-action.server'
import { redirectWithNotice } from '~/http/notice.server'
import { requireStaff } from '~/http/require-staff.server'
import { links } from '~/links'
import { appContext } from '~/platform/context.server'
import { PageHead } from '~/ui/admin-shell'
import { ConfirmDelete } from '~/ui/confirm'
import { type Column, DataTable } from '~/ui/data-table'
import { EmptyList } from '~/ui/empty-list'
import { Picture } from '~/ui/picture'
import { AddLink, actionsColumn, statusColumn } from '~/ui/record-list'

export { clientAction } from '~/ui/unreachable'

export const meta: MetaFunction = () => [{ title: 'Banners · Back office' }]

export async function loader({ request }: LoaderFunctionArgs) {
  const context = appContext()
  await requireStaff(context, request, 'manage-banners')
  const { deleting, here } = listQuery(request)
  const [rows, doomed] = await Promise.all([listBanners(context), deleting ? findBanner(context, deleting) : undefined])
  return { rows, here, doomed: doomed && { id: doomed.id, title: doomed.title } }
}

export async function action({ request }: ActionFunctionArgs) {
  const context = appContext()
  const staff = await requireStaff(context, request, 'manage-banners')
  const wanted = await readListAction(request)
  const { here } = listQuery(request)
  if (wanted.intent === 'delete') {
    const gone = await deleteBanner(context, staff, wanted.id)
    return afterDeletion(context, staff, gone, { entity: 'Banner', id: wanted.id, to: here })
  }
  const saved = await setBannerStatus(context, staff, wanted.id, wanted.active)
  if (!saved.ok) throw new Response(null, { status: 404 })
  return redirectWithNotice(here, 'Banner status updated successfully!')
}

type Row = ReturnType<typeof useLoaderData<typeof loader>>['rows'][number]

const COLUMNS: Column<Row>[] = [
  {
    head: 'Image',
    card: 'picture',
    cell: ({ image }) => <Picture src={image} alt="" sizes="7rem" className="h-14 w-24 rounded-lg" />,
  },
  {
    head: 'Link',
    card: 'title',
    cell: ({ title, link }) => (
      <span>
        {title}
        <a
          href={link}
          target="_blank"
          rel="noopener noreferrer"
          className="block max-w-96 truncate text-xs font-normal text-muted hover:underline max-md:max-w-48 max-md:py-3.5"
        >
          {link}
        </a>
      </span>
    ),
  },
  { head: 'Position', align: 'right', cell: ({ position }) => position },
  statusColumn(({ title }) => title),
  actionsColumn({
    nameOf: ({ title }) => title,
    edit: links.adminBannerEdit,
    remove: (id) => links.adminBanners({ delete: id }),
  }),
]

export default function Banners() {
  const { rows, here, doomed } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title="Banners">
        <AddLink to={links.adminBannerAdd()}>Add Banner</AddLink>
      </PageHead>
      <DataTable
        caption="Banners"
        columns={COLUMNS}
        rows={rows}
        empty={
          <EmptyList what="banners" filtered={false}>
            The home page shows its own picture until there is one.
          </EmptyList>
        }
      />
      {doomed && (
        <ConfirmDelete
          id={doomed.id}
          closeTo={here}
          text={`If you Delete ${doomed.title} it leaves the home page at once`}
        />
      )}
    </>
  )
}
