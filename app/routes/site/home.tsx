import { useLoaderData } from '@remix-run/react'
import { ABOUT_BLURB, CLAIMS, FEATURES, SERVICES } from '~/content/home'
import { altOf } from '~/content/pictures'
import { todayIn } from '~/domain/calendar'
import { BannerCarousel } from '~/features/site/banner-carousel'
import { CouponTicker } from '~/features/site/coupon-ticker'
import { listActiveBanners, listTickerCoupons } from '~/features/site/home-queries.server'
import { pageMeta } from '~/features/site/page-meta'
import { localBusiness } from '~/features/site/public-business'
import { links } from '~/links'
import { appContext } from '~/platform/context.server'
import { ButtonLink } from '~/ui/button'
import { Picture } from '~/ui/picture'

export const meta = pageMeta({
  title: '',
  description:
    'Private screening rooms in Bengaluru for birthdays, anniversaries and film nights: 150-inch screen, Dolby Atmos, personalised decor. Book online.',
  path: links.home(),
  facts: localBusiness,
})

export async function loader() {
  const { db, business, clock } = appContext()
  const today = todayIn(business.timeZone, clock.now())
  const [banners, coupons] = await Promise.all([listActiveBanners(db), listTickerCoupons(db, today)])
  return { banners, coupons, phone: business.phones[0] ?? '' }
}

export default function Home() {
  const { banners, coupons, phone } = useLoaderData<typeof loader>()
  return (
    <main id="main">
      <BannerCarousel banners={banners} />
      <CouponTicker coupons={coupons} />
      <section className="page grid items-center gap-10 py-20 lg:grid-cols-2 lg:gap-16">
        <div>
          <h2 className="text-4xl lg:text-5xl">The lights go down, and it is only you</h2>
          <p className="mt-5 max-w-prose text-lg text-muted">{ABOUT_BLURB}</p>
          <p className="mt-4 text-muted">
            Call us on{' '}
            <a href={`tel:+91${phone}`} className="figures text-champagne underline underline-offset-4">
              {phone}
            </a>
          </p>
          <div className="mt-8 flex flex-wrap gap-3">
            <ButtonLink to={links.bookLocations()} look="gold">
              Book Now
            </ButtonLink>
            <ButtonLink to={links.about()}>Know More</ButtonLink>
          </div>
        </div>
        <Picture
          src="/media/about/about-1.webp"
          alt={altOf('/media/about/about-1.webp')}
          sizes="(min-width: 64rem) 34rem, 92vw"
          className="aspect-[4/3] w-full rounded-card shadow-lift"
        />
      </section>
      <section className="bg-aubergine/50 py-20">
        <div className="page">
          <h2 className="text-3xl lg:text-4xl">Why Choose Us</h2>
          <ul className="mt-10 grid gap-x-10 gap-y-8 sm:grid-cols-2 lg:grid-cols-3">
            {FEATURES.map(({ title, text }) => (
              <li key={title} className="border-t border-gold/40 pt-4">
                <h3 className="text-xl">{title}</h3>
                <p className="mt-1 text-muted">{text}</p>
              </li>
            ))}
          </ul>
        </div>
      </section>
      <section className="py-20">
        <div className="page">
          <h2 className="text-3xl lg:text-4xl">Services We Provide</h2>
          <ul className="-mx-6 mt-10 flex snap-x snap-mandatory gap-5 overflow-x-auto px-6 pb-4">
            {SERVICES.map(({ title, picture }) => (
              <li key={title} className="w-60 shrink-0 snap-start">
                <Picture
                  src={`/media/services/${picture}.webp`}
                  alt={altOf(`/media/services/${picture}.webp`)}
                  sizes="15rem"
                  width={1000}
                  height={1000}
                  className="aspect-square w-full rounded-card"
                />
                <h3 className="mt-3 text-lg">{title}</h3>
              </li>
            ))}
          </ul>
        </div>
      </section>
      <section className="page pb-24 text-center">
        <ul className="flex flex-wrap justify-center gap-x-20 gap-y-8">
          {CLAIMS.map(({ figure, text }) => (
            <li key={text}>
              <span className="figures block font-display text-6xl text-champagne">{figure}</span>
              <span className="text-muted">{text}</span>
            </li>
          ))}
        </ul>
      </section>
    </main>
  )
}
