import { callLink, shownPhone } from '~/domain/calling'
import type { Business } from '~/platform/business.server'
import type { ShellFacts } from '~/ui/page-shell'

/** What header and footer say about the business. */
export function shellFacts({ name, email, address, city, since, social, credit, ...business }: Business): ShellFacts {
  const blurb = `Private screening rooms in ${city}: a 150-inch screen, Dolby Atmos and decor made for your celebration.`
  const phones = business.phones.map((number) => ({ number: shownPhone(number), call: callLink(number) }))
  return { name, blurb, phones, email, address, social, credit, since }
}
