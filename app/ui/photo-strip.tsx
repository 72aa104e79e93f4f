import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useRef } from 'react'
import { Picture } from './picture'

/** Photographs side by side, one at a time: a strip that scrolls by finger or key, with arrows when scripts run. */
export function PhotoStrip({
  name,
  images,
  eager = false,
}: {
  name: string
  images: readonly { src: string; alt: string }[]
  eager?: boolean
}) {
  const strip = useRef<HTMLUListElement>(null)
  const turn = (by: 1 | -1) => strip.current?.scrollBy({ left: by * strip.current.clientWidth, behavior: 'smooth' })
  const arrow =
    'scripting-only absolute top-1/2 grid size-11 -translate-y-1/2 place-items-center rounded-full bg-night/60 text-ink backdrop-blur hover:bg-night/85'
  return (
    <section aria-label={`Pictures of ${name}`} className="relative">
      <ul
        ref={strip}
        tabIndex={images.length > 1 ? 0 : undefined}
        className="flex snap-x snap-mandatory overflow-x-auto [scrollbar-width:none] motion-safe:scroll-smooth"
      >
        {images.map(({ src, alt }, index) => (
          <li key={src} className="w-full shrink-0 snap-center">
            <Picture
              src={src}
              alt={alt}
              sizes="(min-width: 64rem) 32rem, 92vw"
              className="aspect-[3/2] w-full"
              eager={eager && index === 0}
            />
          </li>
        ))}
      </ul>
      {images.length > 1 && (
        <>
          <button
            type="button"
            aria-label={`Previous picture of ${name}`}
            onClick={() => turn(-1)}
            className={`${arrow} left-3`}
          >
            <ChevronLeft aria-hidden />
          </button>
          <button
            type="button"
            aria-label={`Next picture of ${name}`}
            onClick={() => turn(1)}
            className={`${arrow} right-3`}
          >
            <ChevronRight aria-hidden />
          </button>
        </>
      )}
    </section>
  )
}
