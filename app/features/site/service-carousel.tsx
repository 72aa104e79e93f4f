import { altOf } from '~/content/pictures'
import { CarouselControls } from '~/ui/carousel-controls'
import { Picture } from '~/ui/picture'
import { useCarousel } from '~/ui/use-carousel'

const TURN_MS = 3_000

interface Service {
  title: string
  text: string
  picture: string
}

/** One to five services side by side (480, 768, 1024, 1280 px), moving on every 3 s (rule V3). */
export function ServiceCarousel({ title, services }: { title: string; services: readonly Service[] }) {
  const { playing, toggle, turn, stripProps } = useCarousel(services.length, TURN_MS)
  return (
    <section aria-label={title} aria-roledescription="carousel" className="drawn-late page py-20 lg:py-28">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h2 className="text-3xl lg:text-4xl">{title}</h2>
        <CarouselControls what="services" playing={playing} toggle={toggle} turn={turn} />
      </div>
      <ul
        {...stripProps}
        aria-label={title}
        className="services scroll-strip relative mt-8 flex snap-x snap-mandatory gap-5 overflow-x-auto rounded-card [--per:1] min-[480px]:[--per:2] md:[--per:3] lg:[--per:4] xl:[--per:5]"
      >
        {services.map(({ title: name, text, picture }) => (
          <li key={name}>
            <div className="overflow-hidden rounded-card">
              <Picture
                src={`/media/services/${picture}.webp`}
                alt={altOf(`/media/services/${picture}.webp`)}
                sizes="(min-width: 80rem) 13rem, (min-width: 64rem) 14rem, (min-width: 48rem) 30vw, (min-width: 30rem) 45vw, 88vw"
                width={1000}
                height={1000}
              />
            </div>
            <h3 className="mt-4 text-lg">{name}</h3>
            <p className="mt-1 text-sm text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
