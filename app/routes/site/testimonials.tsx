import { useLoaderData } from '@remix-run/react'
import { portraitOf, RATING, TESTIMONIALS } from '~/content/testimonials'
import { shownReviews } from '~/features/review/reviews.server'
import { Stars } from '~/features/review/stars'
import { pageMeta } from '~/features/site/page-meta'
import { links } from '~/links'
import { appContext } from '~/platform/context.server'
import { ButtonLink } from '~/ui/button'
import { Picture } from '~/ui/picture'

export const meta = pageMeta({
  title: 'Testimonials',
  description: 'What families, couples and friends said about their birthday, anniversary or film night with us.',
  path: links.testimonials(),
})

const SORTED = [...TESTIMONIALS].sort((a, b) => a.author.localeCompare(b.author, 'en'))

export const loader = async () => ({ reviews: await shownReviews(appContext()) })

export default function Testimonials() {
  const { reviews } = useLoaderData<typeof loader>()
  return (
    <main id="main" className="page py-14 lg:py-20">
      <h1 className="text-4xl lg:text-5xl">What they said on the way out</h1>
      <ul aria-label="Testimonials" className="mt-10 grid gap-5 sm:grid-cols-2 lg:grid-cols-3 lg:gap-6">
        {reviews.map(({ id, stars, text, name, when }) => (
          <li key={id} className="rounded-card bg-gradient-to-b from-aubergine to-aubergine/50 p-7">
            <figure className="flex h-full flex-col">
              <Stars stars={stars} />
              <blockquote className="mt-4 font-display text-xl leading-snug whitespace-pre-line text-ink">
                {text}
              </blockquote>
              <figcaption className="mt-auto flex items-center gap-3 pt-6 text-muted">
                <span aria-hidden className="round size-12 shrink-0 bg-plum font-display text-lg text-champagne">
                  {[...name][0]?.toUpperCase()}
                </span>
                <span className="min-w-0">
                  {name}
                  <span className="block text-sm">{when}</span>
                </span>
              </figcaption>
            </figure>
          </li>
        ))}
        {SORTED.map(({ author, body }) => (
          <li key={author} className="rounded-card bg-gradient-to-b from-aubergine to-aubergine/50 p-7">
            <figure className="flex h-full flex-col">
              <Stars stars={RATING} />
              <blockquote className="mt-4 font-display text-xl leading-snug text-ink">{body}</blockquote>
              <figcaption className="mt-auto flex items-center gap-3 pt-6 text-muted">
                <Picture
                  src={portraitOf(author)}
                  alt=""
                  sizes="3rem"
                  width={48}
                  height={48}
                  className="size-12 rounded-full"
                />
                {author}
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
      <ButtonLink to={links.bookLocations()} look="gold" className="mt-10">
        Book Now
      </ButtonLink>
    </main>
  )
}
