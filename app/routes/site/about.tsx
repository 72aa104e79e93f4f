import { QUESTIONS, STORY } from '~/content/about'
import { pageMeta } from '~/features/site/page-meta'
import { faqPage } from '~/features/site/public-business'
import { links } from '~/links'
import { ButtonLink } from '~/ui/button'
import { Picture } from '~/ui/picture'

export const meta = pageMeta({
  title: 'About Us',
  description:
    'The rooms, the story behind them and answers to what people ask before they book a private screening in Bengaluru.',
  path: links.about(),
  facts: () => faqPage(QUESTIONS),
})

export default function About() {
  return (
    <main id="main">
      <section className="page py-16">
        <h1 className="max-w-2xl text-5xl">Four rooms, one idea: the cinema is yours</h1>
        <div className="mt-8 flex flex-wrap gap-3">
          <ButtonLink to={links.bookLocations()} look="gold">
            Book Now
          </ButtonLink>
          <ButtonLink to={links.home()}>Home</ButtonLink>
        </div>
      </section>
      <section aria-label="A look inside" className="page grid gap-5 lg:grid-cols-[2fr_1fr]">
        <video
          src="/media/clips/showcase.mp4"
          poster="/media/clips/showcase.webp"
          width={1280}
          height={720}
          autoPlay
          muted
          loop
          playsInline
          aria-label="A slow look around a screening room, without sound"
          className="h-full w-full rounded-card object-cover motion-reduce:hidden"
        />
        <div className="grid grid-cols-2 gap-5 lg:grid-cols-1">
          {[1, 2].map((number) => (
            <Picture
              key={number}
              src={`/media/about/about-${number}.webp`}
              alt="One of our screening rooms before the guests arrive"
              sizes="(min-width: 64rem) 22rem, 45vw"
              className="aspect-[3/2] w-full rounded-card"
            />
          ))}
        </div>
      </section>
      <section className="page grid gap-12 py-20 lg:grid-cols-2">
        <div>
          <h2 className="text-3xl">Our story</h2>
          {STORY.map((paragraph) => (
            <p key={paragraph} className="mt-4 text-lg text-muted">
              {paragraph}
            </p>
          ))}
        </div>
        <div>
          <h2 className="text-3xl">Questions</h2>
          <div className="mt-4">
            {QUESTIONS.map(({ question, answer }) => (
              <details key={question} name="questions" className="group border-b border-hairline">
                <summary className="flex min-h-14 items-center justify-between gap-4 text-lg">{question}</summary>
                <p className="pb-5 text-muted">{answer}</p>
              </details>
            ))}
          </div>
        </div>
      </section>
    </main>
  )
}
