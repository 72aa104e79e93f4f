import type { LoaderFunctionArgs } from '@remix-run/node'
import { type ShouldRevalidateFunction, useLoaderData, useSearchParams } from '@remix-run/react'
import { PHOTO_TYPES, PHOTOS } from '~/content/gallery'
import { pageMeta } from '~/features/site/page-meta'
import { links } from '~/links'
import { Lightbox } from '~/ui/lightbox'
import { Link } from '~/ui/link'
import { Picture } from '~/ui/picture'

export const meta = pageMeta({
  title: 'Gallery',
  description:
    'Photographs of our candle paths, decorations and smoke entries: evenings in our private screening rooms.',
  path: links.gallery(),
})

export function loader({ request }: LoaderFunctionArgs) {
  const show = PHOTO_TYPES.find(({ id }) => id === new URL(request.url).searchParams.get('show'))?.id
  return { show, photos: show ? PHOTOS.filter(({ type }) => type === show) : PHOTOS }
}

/** Turning from photograph to photograph needs nothing from the server. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl, defaultShouldRevalidate }) => {
  const shownAt = (url: URL) => `${url.pathname}?${url.searchParams.get('show')}`
  return shownAt(currentUrl) === shownAt(nextUrl) ? false : defaultShouldRevalidate
}

export default function Gallery() {
  const { show, photos } = useLoaderData<typeof loader>()
  const [query] = useSearchParams()
  const opened = query.get('photo')
  const filters = [{ id: undefined, label: 'All' }, ...PHOTO_TYPES]
  return (
    <main id="main" className="page py-14 lg:py-20">
      <h1 className="text-4xl lg:text-5xl">Gallery</h1>
      <p className="mt-4 max-w-prose text-lg text-muted">
        Candles on the floor, a name in lights, a first step through the smoke: evenings as we set them up.
      </p>
      <nav aria-label="Show" className="mt-8">
        <ul className="flex flex-wrap gap-2">
          {filters.map(({ id, label }) => (
            <li key={label}>
              <Link
                to={links.gallery({ show: id })}
                preventScrollReset
                aria-current={id === show ? 'true' : undefined}
                className="flex min-h-11 items-center rounded-full border border-white/15 px-5 text-sm text-muted transition hover:text-ink aria-[current]:border-champagne/80 aria-[current]:bg-plum-light aria-[current]:text-champagne"
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <ul
        aria-label="Photographs"
        className="photographs mt-8 grid grid-cols-2 gap-3 md:grid-cols-3 lg:grid-cols-4 lg:gap-4"
      >
        {photos.map(({ src, alt }, index) => (
          <li key={src}>
            <Link to={links.gallery({ show, photo: index + 1 })} preventScrollReset>
              <Picture
                src={src}
                alt={alt}
                sizes="(min-width: 64rem) 17rem, (min-width: 48rem) 30vw, 45vw"
                eager={index < 4}
              />
            </Link>
          </li>
        ))}
      </ul>
      {opened !== null && (
        <Lightbox
          title="Photographs"
          photos={photos}
          at={Number(opened) - 1}
          link={(index) => links.gallery({ show, photo: index + 1 })}
          closeTo={links.gallery({ show })}
        />
      )}
    </main>
  )
}
