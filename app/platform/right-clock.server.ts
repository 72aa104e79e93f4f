import { formatInstant } from '~/domain/calendar'
import { isWrongClock } from '~/domain/clock-fault'
import type { AppContext } from './context.server'

type Surroundings = Pick<AppContext, 'gateway' | 'clock' | 'business'>

/** What is wrong with the clock that everything here goes by, told by the payment provider's; undefined when nothing, or it is away. */
export async function clockFault({ gateway, clock, business }: Surroundings): Promise<string | undefined> {
  const theirs = await gateway.time()
  const ours = clock.now()
  if (!theirs || !isWrongClock(ours, theirs)) return undefined
  const [here, there] = [ours, theirs].map((at) => formatInstant(at, business.timeZone))
  return `the clock is wrong: here it is ${here}, at the payment provider ${there}.`
}

/** @throws when the clock is wrong: for what cannot be undone */
export async function refuseWrongClock(context: Surroundings): Promise<void> {
  const fault = await clockFault(context)
  if (fault) throw new Error(`Nothing is done by this time: ${fault}`)
}
