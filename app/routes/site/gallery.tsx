import type { LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { PHOTO_TYPES, PHOTOS } from '~/content/gallery'
import { pageMeta } from '~/features/site/page-meta'
import { links } from '~/links'
import { Picture } from '~/ui/picture'

export const meta = pageMeta({
  title: 'Gallery',
  description:
    'Photographs of our candle paths, decorations and smoke entries: 26 evenings in four private screening rooms.',
  path: links.gallery(),
})

export function loader({ request }: LoaderFunctionArgs) {
  const show = PHOTO_TYPES.find(({ id }) => id === new URL(request.url).searchParams.get('show'))?.id
  return { show, photos: show ? PHOTOS.filter(({ type }) => type === show) : PHOTOS }
}

export default function Gallery() {
  const { show, photos } = useLoaderData<typeof loader>()
  const filters = [{ id: undefined, label: 'All' }, ...PHOTO_TYPES]
  return (
    <main id="main" className="page py-16">
      <h1 className="text-5xl">Gallery</h1>
      <nav aria-label="Show" className="mt-8">
        <ul className="flex flex-wrap gap-2">
          {filters.map(({ id, label }) => (
            <li key={label}>
              <Link
                to={links.gallery({ show: id })}
                preventScrollReset
                aria-current={id === show ? 'true' : undefined}
                className={`flex min-h-11 items-center rounded-full border px-5 text-sm ${id === show ? 'border-champagne/80 bg-plum-light text-champagne' : 'border-white/15 text-muted hover:text-ink'}`}
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <ul className="mt-8 grid grid-cols-2 gap-3 md:grid-cols-3 lg:grid-cols-4">
        {photos.map(({ src, alt }) => (
          <li key={src}>
            <a href={src} className="block overflow-hidden rounded-xl">
              <Picture
                src={src}
                alt={alt}
                sizes="(min-width: 64rem) 17rem, (min-width: 48rem) 30vw, 45vw"
                className="aspect-[3/2] w-full transition duration-300 hover:scale-105"
              />
            </a>
          </li>
        ))}
      </ul>
    </main>
  )
}
