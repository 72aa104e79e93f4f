import { useLoaderData } from '@remix-run/react'
import { ChevronDown } from 'lucide-react'
import { QUESTIONS, story } from '~/content/about'
import { altOf } from '~/content/pictures'
import { pageMeta } from '~/features/site/page-meta'
import { faqPage } from '~/features/site/public-business'
import { links } from '~/links'
import { appContext } from '~/platform/context.server'
import { ButtonLink } from '~/ui/button'
import { Picture } from '~/ui/picture'

export const meta = pageMeta({
  title: 'About Us',
  description: ({ city }) =>
    `The rooms, the story behind them and answers to what people ask before they book a private screening in ${city}.`,
  path: links.about(),
  facts: () => faqPage(QUESTIONS),
})

const PHOTOS = ['/media/about/about-1.webp', '/media/about/about-2.webp']

export const loader = () => {
  const { name, city } = appContext().business
  return { name, city }
}

export default function About() {
  const { name, city } = useLoaderData<typeof loader>()
  return (
    <main id="main">
      <section className="relative isolate flex min-h-[26rem] flex-col justify-end lg:min-h-[34rem]">
        <Picture
          src="/media/banners/banner-2.webp"
          alt=""
          sizes="100vw"
          width={1920}
          height={900}
          className="backdrop"
          eager
        />
        <div
          aria-hidden
          className="absolute inset-0 -z-10 bg-[linear-gradient(to_top,var(--color-night),rgb(13_8_18/0.6)_45%,rgb(13_8_18/0.15))]"
        />
        <div className="page pt-24 pb-14">
          <h1 className="max-w-3xl text-4xl lg:text-6xl">One idea: the cinema is yours</h1>
          <div className="mt-8 flex flex-wrap gap-3">
            <ButtonLink to={links.bookLocations()} look="gold">
              Book Now
            </ButtonLink>
            <ButtonLink to={links.home()} className="bg-night/60">
              Home
            </ButtonLink>
          </div>
        </div>
      </section>
      <section aria-label="A look inside" className="page grid gap-4 pt-10 lg:grid-cols-[2.2fr_1fr] lg:gap-5">
        <video
          src="/media/clips/showcase.mp4"
          poster="/media/clips/showcase.webp"
          width={1280}
          height={720}
          autoPlay
          muted
          loop
          playsInline
          preload="metadata"
          aria-label={altOf('/media/clips/showcase.mp4')}
          className="aspect-video h-full w-full rounded-card object-cover motion-reduce:hidden"
        />
        <Picture
          src="/media/clips/showcase.webp"
          alt={altOf('/media/clips/showcase.webp')}
          sizes="(min-width: 64rem) 46rem, 92vw"
          width={1280}
          height={720}
          className="hidden aspect-video h-full w-full rounded-card motion-reduce:block"
        />
        <div className="grid grid-cols-2 gap-4 lg:grid-cols-1 lg:gap-5">
          {PHOTOS.map((src) => (
            <Picture
              key={src}
              src={src}
              alt={altOf(src)}
              sizes="(min-width: 64rem) 21rem, 45vw"
              className="aspect-[3/2] h-full w-full rounded-card"
            />
          ))}
        </div>
      </section>
      <section className="page grid gap-14 py-20 lg:grid-cols-2 lg:gap-20 lg:py-28">
        <div>
          <h2 className="text-3xl lg:text-4xl">Our story</h2>
          {story(name, city).map((paragraph) => (
            <p key={paragraph} className="mt-5 max-w-prose text-lg text-muted">
              {paragraph}
            </p>
          ))}
        </div>
        <div>
          <h2 className="text-3xl lg:text-4xl">Questions</h2>
          <div className="mt-4">
            {QUESTIONS.map(({ question, answer }) => (
              <details key={question} name="questions" className="group border-b border-hairline">
                <summary className="flex min-h-16 list-none items-center justify-between gap-4 text-lg transition hover:text-champagne [&::-webkit-details-marker]:hidden">
                  {question}
                  <ChevronDown
                    aria-hidden
                    className="size-5 shrink-0 text-gold transition-transform duration-200 group-open:rotate-180"
                  />
                </summary>
                <p className="max-w-prose pb-6 text-muted">{answer}</p>
              </details>
            ))}
          </div>
        </div>
      </section>
    </main>
  )
}
