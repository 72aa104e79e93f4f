import { links } from '~/links'
import { ButtonLink } from '~/ui/button'

export default function Home() {
  return (
    <main className="page py-24">
      <h1 className="text-5xl">A cinema of your own</h1>
      <ButtonLink to={links.bookLocations()} look="gold" className="mt-8">
        Book Now
      </ButtonLink>
    </main>
  )
}
