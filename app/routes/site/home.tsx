import { useLoaderData } from '@remix-run/react'
import { Armchair, ConciergeBell, Lightbulb, type LucideIcon, ScreenShare, Volume2, Wifi } from 'lucide-react'
import { ABOUT_BLURB, CLAIMS, FEATURES, SERVICES } from '~/content/home'
import { altOf } from '~/content/pictures'
import { todayIn } from '~/domain/calendar'
import { callLink, shownPhone } from '~/domain/calling'
import { roomsInWords } from '~/domain/location-choice'
import { roomsOnSale } from '~/features/offer/on-offer.server'
import { BannerCarousel } from '~/features/site/banner-carousel'
import { CouponTicker } from '~/features/site/coupon-ticker'
import { listActiveBanners, listTickerCoupons } from '~/features/site/home-queries.server'
import { pageMeta } from '~/features/site/page-meta'
import { localBusiness } from '~/features/site/public-business'
import { ServiceCarousel } from '~/features/site/service-carousel'
import { links } from '~/links'
import { appContext } from '~/platform/context.server'
import { ButtonLink } from '~/ui/button'
import { Picture } from '~/ui/picture'

export const meta = pageMeta({
  title: '',
  description: ({ city }) =>
    `Private screening rooms in ${city} for birthdays, anniversaries and film nights: 150-inch screen, Dolby Atmos, personalised decor. Book online.`,
  path: links.home(),
  facts: localBusiness,
})

export async function loader() {
  const { db, business, clock } = appContext()
  const today = todayIn(business.timeZone, clock.now())
  const [banners, coupons, rooms] = await Promise.all([
    listActiveBanners(db),
    listTickerCoupons(db, today),
    roomsOnSale(db),
  ])
  const phone = business.phones[0] ?? ''
  return { banners, coupons, rooms: roomsInWords(rooms), phone: shownPhone(phone), call: callLink(phone) }
}

const ICONS: Record<(typeof FEATURES)[number]['icon'], LucideIcon> = {
  reception: ConciergeBell,
  internet: Wifi,
  sound: Volume2,
  screen: ScreenShare,
  sofa: Armchair,
  light: Lightbulb,
}

export default function Home() {
  const { banners, coupons, rooms, phone, call } = useLoaderData<typeof loader>()
  return (
    <main id="main">
      <BannerCarousel banners={banners} />
      <CouponTicker coupons={coupons} />
      <section className="drawn-late page grid items-center gap-10 py-20 lg:grid-cols-2 lg:gap-20 lg:py-28">
        <div>
          <h2 className="text-4xl lg:text-5xl">The lights go down, and it is only you</h2>
          <p className="mt-6 max-w-prose text-lg text-muted">{ABOUT_BLURB}</p>
          {rooms && <p className="figures mt-4 text-lg text-champagne">{rooms} for the whole slot</p>}
          <p className="mt-4 text-muted">
            Call us on{' '}
            <a href={call} className="figures text-champagne underline underline-offset-4">
              {phone}
            </a>
          </p>
          <div className="mt-8 flex flex-wrap gap-3">
            <ButtonLink to={links.about()}>Know More</ButtonLink>
            <ButtonLink to={links.findEvening()}>Find an evening</ButtonLink>
          </div>
        </div>
        <div className="grid grid-cols-[1.55fr_1fr] items-end gap-4">
          <Picture
            src="/media/about/about-1.webp"
            alt={altOf('/media/about/about-1.webp')}
            sizes="(min-width: 64rem) 21rem, 58vw"
            className="aspect-[4/5] w-full rounded-card shadow-lift"
          />
          <Picture
            src="/media/about/about-2.webp"
            alt={altOf('/media/about/about-2.webp')}
            sizes="(min-width: 64rem) 14rem, 36vw"
            className="mb-10 aspect-[3/4] w-full rounded-card shadow-lift"
          />
        </div>
      </section>
      <section className="drawn-late border-y border-hairline bg-aubergine/50 py-20 lg:py-28">
        <div className="page">
          <h2 className="text-3xl lg:text-4xl">Why Choose Us</h2>
          <ul className="mt-10 grid gap-x-12 gap-y-10 sm:grid-cols-2 lg:grid-cols-3">
            {FEATURES.map(({ title, text, icon }) => {
              const Icon = ICONS[icon]
              return (
                <li key={title} className="flex gap-5">
                  <span className="round size-12 shrink-0 bg-gold/10 text-gold">
                    <Icon aria-hidden className="size-5" />
                  </span>
                  <div>
                    <h3 className="text-xl">{title}</h3>
                    <p className="mt-1.5 text-muted">{text}</p>
                  </div>
                </li>
              )
            })}
          </ul>
        </div>
      </section>
      <ServiceCarousel title="Services We Provide" services={SERVICES} />
      <section className="drawn-late page pb-24 lg:pb-32">
        <div className="relative isolate overflow-hidden rounded-card px-6 py-16 text-center lg:py-24">
          <Picture
            src="/media/banners/banner-3.webp"
            alt=""
            sizes="(min-width: 75rem) 67rem, 100vw"
            width={1920}
            height={900}
            className="backdrop"
          />
          <div aria-hidden className="absolute inset-0 -z-10 bg-night/75" />
          <ul className="flex flex-wrap justify-center gap-x-24 gap-y-8">
            {CLAIMS.map(({ figure, text }) => (
              <li key={text}>
                <span className="figures block font-display text-6xl text-champagne lg:text-7xl">{figure}</span>
                <span className="text-lg text-ink/85">{text}</span>
              </li>
            ))}
          </ul>
          <p className="mx-auto mt-10 max-w-md text-lg text-ink/90">
            The next one could be yours. It takes three minutes to book.
          </p>
          <ButtonLink to={links.bookLocations()} look="gold" className="mt-6">
            Book Now
          </ButtonLink>
        </div>
      </section>
    </main>
  )
}
