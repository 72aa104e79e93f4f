import { Link } from './link'
import { Picture } from './picture'

interface PhotoGalleryProps {
  images: readonly { src: string; alt: string }[]
  /** Index of the picture that is shown large. */
  shown: number
  /** Address that shows another one. */
  link: (index: number) => string
}

/** One large picture and a row of thumbnails; each thumbnail is a link, so it works without scripts. */
export function PhotoGallery({ images, shown, link }: PhotoGalleryProps) {
  const at = images[shown] ? shown : 0
  const large = images[at]
  return (
    <div>
      <Picture
        key={large?.src}
        src={large?.src ?? null}
        alt={large?.alt ?? ''}
        sizes="(min-width: 64rem) 40rem, 92vw"
        className="aspect-[3/2] w-full rounded-card"
        eager
      />
      {images.length > 1 && (
        <ul className="thumbnails mt-3 grid grid-cols-4 gap-3 sm:grid-cols-5">
          {images.map(({ src }, index) => (
            <li key={src}>
              <Link
                to={link(index)}
                replace
                preventScrollReset
                aria-label={`Show view ${index + 1}`}
                aria-current={index === at ? 'true' : undefined}
              >
                <Picture src={src} alt="" sizes="8rem" className="aspect-[3/2] w-full" />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
