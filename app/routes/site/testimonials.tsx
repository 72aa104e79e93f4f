import { portraitOf, TESTIMONIALS } from '~/content/testimonials'
import { pageMeta } from '~/features/site/page-meta'
import { links } from '~/links'

export const meta = pageMeta({
  title: 'Testimonials',
  description: 'What families, couples and friends said about their birthday, anniversary or film night with us.',
  path: links.testimonials(),
})

const SORTED = [...TESTIMONIALS].sort((a, b) => a.author.localeCompare(b.author))

export default function Testimonials() {
  return (
    <main id="main" className="page py-16">
      <h1 className="text-5xl">What they said on the way out</h1>
      <ul className="mt-10 grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
        {SORTED.map(({ author, body }) => (
          <li key={author} className="flex flex-col rounded-card bg-aubergine p-6">
            <p className="text-gold">
              <span aria-hidden>★★★★★</span>
              <span className="sr-only">5 of 5 stars</span>
            </p>
            <blockquote className="mt-3 grow text-lg">{body}</blockquote>
            <p className="mt-5 flex items-center gap-3 text-muted">
              <img
                src={portraitOf(author)}
                alt=""
                width={40}
                height={40}
                loading="lazy"
                className="size-10 rounded-full"
              />
              {author}
            </p>
          </li>
        ))}
      </ul>
    </main>
  )
}
