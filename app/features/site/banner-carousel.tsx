import { Pause, Play } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { altOf } from '~/content/pictures'
import { links } from '~/links'
import { ButtonLink, buttonClass } from '~/ui/button'
import { Picture } from '~/ui/picture'

const TURN_MS = 4_000

interface Banner {
  id: string
  title: string
  description: string
  link: string
  image: string
}

/** The banner that is shown decides title, description and link; it turns every 4 s until somebody pauses it. */
export function BannerCarousel({ banners }: { banners: readonly Banner[] }) {
  const [at, setAt] = useState(0)
  const [playing, setPlaying] = useState(false)
  const turn = useCallback(() => setAt((now) => (now + 1) % Math.max(1, banners.length)), [banners.length])
  useEffect(() => setPlaying(!window.matchMedia('(prefers-reduced-motion: reduce)').matches), [])
  useEffect(() => {
    if (!playing) return
    const timer = setInterval(turn, TURN_MS)
    return () => clearInterval(timer)
  }, [playing, turn])
  const shown = banners[at]
  const picture = shown?.image ?? '/media/banners/banner-1.webp'
  return (
    <section
      aria-label="What is on"
      aria-roledescription="carousel"
      className="relative isolate min-h-[34rem] lg:min-h-[40rem]"
    >
      <Picture
        key={shown?.id}
        src={picture}
        alt={altOf(picture)}
        sizes="100vw"
        width={1920}
        height={900}
        className="absolute inset-0 -z-10 size-full"
        eager
      />
      <div aria-hidden className="absolute inset-0 -z-10 bg-gradient-to-t from-night via-night/55 to-night/10" />
      <div className="page flex min-h-[inherit] flex-col justify-end pt-24 pb-14">
        <h1 className="max-w-3xl text-5xl lg:text-6xl">{shown?.title ?? 'A cinema of your own'}</h1>
        <p className="mt-4 max-w-xl text-lg text-ink/90">
          {shown?.description ?? 'A 150-inch screen, Dolby Atmos and a room that is yours.'}
        </p>
        <div className="mt-8 flex flex-wrap items-center gap-3">
          <ButtonLink to={links.bookLocations()} look="gold">
            Book Now
          </ButtonLink>
          {shown && (
            <a href={shown.link} className={buttonClass('quiet')}>
              Know More
            </a>
          )}
        </div>
        {banners.length > 1 && (
          <div className="scripting-only mt-10 flex items-center gap-3">
            <button
              type="button"
              onClick={() => setPlaying((now) => !now)}
              aria-label={playing ? 'Pause the pictures' : 'Play the pictures'}
              className="grid size-11 place-items-center rounded-full border border-white/25 hover:border-white/60"
            >
              {playing ? <Pause aria-hidden className="size-4" /> : <Play aria-hidden className="size-4" />}
            </button>
            {banners.map((banner, index) => (
              <button
                key={banner.id}
                type="button"
                aria-label={`Show ${banner.title}`}
                aria-current={index === at ? 'true' : undefined}
                onClick={() => {
                  setPlaying(false)
                  setAt(index)
                }}
                className={`hidden h-14 w-24 overflow-hidden rounded-lg transition sm:block ${index === at ? 'ring-2 ring-gold' : 'opacity-60 hover:opacity-100'}`}
              >
                <Picture src={banner.image} alt="" sizes="6rem" width={1920} height={900} className="size-full" />
              </button>
            ))}
          </div>
        )}
      </div>
    </section>
  )
}
