import { memo, useEffect, useRef } from 'react'
import { altOf } from '~/content/pictures'
import { links } from '~/links'
import { ButtonLink, buttonClass } from '~/ui/button'
import { CarouselControls } from '~/ui/carousel-controls'
import { Picture } from '~/ui/picture'
import { useCarousel } from '~/ui/use-carousel'

const TURN_MS = 4_000

interface Banner {
  id: string
  title: string
  description: string
  link: string
  image: string
}

/** What stands there while no banner is shown. */
const OWN: Banner = {
  id: 'own',
  title: 'A cinema of your own',
  description: 'A 150-inch screen, Dolby Atmos and a room that is yours.',
  link: links.about(),
  image: '/media/banners/banner-1.webp',
}

const anchorOf = (index: number) => `banner-${index + 1}`

/**
 * The banners, one at a time: the one that is shown decides title, description and link. It turns every 4 s until somebody
 * pauses it. Without scripts it is a strip that scrolls, and the thumbnails lead to their banners.
 */
export function BannerCarousel({ banners }: { banners: readonly Banner[] }) {
  const shown = banners.length ? banners : [OWN]
  const { at, playing, toggle, turn, show, pause, stripProps } = useCarousel(shown.length, TURN_MS)
  useOnlyOneReachable(stripProps.ref, at)
  return (
    <section aria-label="What is on" aria-roledescription="carousel" className="relative">
      <ul
        {...stripProps}
        aria-label="Banners"
        aria-live={playing ? 'off' : 'polite'}
        className="scroll-strip relative flex snap-x snap-mandatory overflow-x-auto"
      >
        {shown.map((banner, index) => (
          <li key={banner.id} id={anchorOf(index)} className="w-full shrink-0 scroll-mt-20 snap-center">
            <Slide banner={banner} first={index === 0} />
          </li>
        ))}
      </ul>
      {shown.length > 1 && (
        <div className="pointer-events-none absolute inset-x-0 bottom-8">
          <div className="page flex flex-wrap items-center gap-x-6 gap-y-4 [&>*]:pointer-events-auto">
            <CarouselControls what="banners" playing={playing} toggle={toggle} turn={turn} />
            <ul
              aria-label="All banners"
              className="thumbnails scroll-strip flex max-w-full snap-x gap-2.5 overflow-x-auto p-1 min-[600px]:w-[26.5rem]"
            >
              {shown.map((banner, index) => (
                <li key={banner.id} className="shrink-0 snap-start">
                  <a
                    href={`#${anchorOf(index)}`}
                    aria-label={`Show ${banner.title}`}
                    aria-current={index === at ? 'true' : undefined}
                    onClick={(event) => {
                      event.preventDefault()
                      pause()
                      show(index)
                    }}
                  >
                    <Picture
                      src={banner.image}
                      alt=""
                      sizes="6rem"
                      width={96}
                      height={56}
                      className="h-11 w-[4.5rem] min-[600px]:h-14 min-[600px]:w-24"
                    />
                  </a>
                </li>
              ))}
            </ul>
          </div>
        </div>
      )}
    </section>
  )
}

/** Drawn once: which of the slides is shown changes nothing in them. */
const Slide = memo(function Slide({ banner, first }: { banner: Banner; first: boolean }) {
  const Title = first ? 'h1' : 'h2'
  return (
    <div className="banner">
      <Picture
        src={banner.image}
        alt={altOf(banner.image)}
        sizes="100vw"
        width={1920}
        height={900}
        className="backdrop"
        eager={first}
      />
      <div aria-hidden className="backdrop-veil" />
      <div className="page pt-24 pb-44 min-[600px]:pb-36">
        <Title>{banner.title}</Title>
        <p className="mt-4 max-w-xl text-lg text-ink/90">{banner.description}</p>
        <div className="mt-8 flex flex-wrap items-center gap-3">
          <ButtonLink to={links.bookLocations()} look="gold">
            Book Now
          </ButtonLink>
          <a href={banner.link} className={buttonClass('quiet', 'bg-night/60')}>
            Discover<span className="sr-only">: {banner.title}</span>
          </a>
        </div>
      </div>
    </div>
  )
})

/** Keyboard and screen reader meet only the banner that is seen. */
function useOnlyOneReachable(strip: { current: HTMLUListElement | null }, at: number) {
  const list = useRef(strip)
  useEffect(() => {
    const slides = list.current.current?.children ?? []
    for (const [index, slide] of [...slides].entries()) slide.toggleAttribute('inert', index !== at)
  }, [at])
}
