import { CarouselControls } from './carousel-controls'
import { Picture } from './picture'
import { useCarousel } from './use-carousel'

const TURN_MS = 3_000

/** Photographs one at a time: a strip that scrolls by finger or key and, with scripts, turns every 3 s until it is paused. */
export function PhotoStrip({
  name,
  images,
  eager = false,
}: {
  name: string
  images: readonly { src: string; alt: string }[]
  eager?: boolean
}) {
  const { playing, toggle, turn, stripProps } = useCarousel(images.length, TURN_MS)
  return (
    <section aria-label={`Pictures of ${name}`} aria-roledescription="carousel" className="relative">
      <ul
        {...stripProps}
        aria-label={`Pictures of ${name}`}
        className="relative flex snap-x snap-mandatory overflow-x-auto [scrollbar-width:none]"
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
        <div className="absolute right-3 bottom-3">
          <CarouselControls what={`pictures of ${name}`} playing={playing} toggle={toggle} turn={turn} />
        </div>
      )}
    </section>
  )
}
