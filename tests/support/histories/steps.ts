import fc from 'fast-check'
import { ASKED_STEPS } from './asked-steps'
import { CHECKOUT_STEPS } from './checkout-steps'
import { COUPON_STEPS } from './coupon-steps'
import { CUSTOMER_STEPS } from './customer-steps'
import { DISPUTE_STEPS } from './dispute-steps'
import { EDIT_STEPS } from './edit-steps'
import type { Model } from './model'
import { keepsItsPromises } from './promises'
import { PROVIDER_STEPS } from './provider-steps'
import { REFUND_STEPS } from './refund-steps'
import { RESCUE_STEPS } from './rescue-steps'
import { STAFF_STEPS } from './staff-steps'
import { STRAY_STEPS } from './stray-steps'
import { VISIT_STEPS } from './visit-steps'
import type { World } from './world'

/** Something that somebody does: how often it comes up, and what it is; `a` and `b` choose among what there is. */
export interface Deed {
  weight: number
  run(world: World, model: Model, a: number, b: number): Promise<unknown>
}

const DEEDS: Record<string, Deed> = {
  ...CUSTOMER_STEPS,
  ...CHECKOUT_STEPS,
  ...PROVIDER_STEPS,
  ...DISPUTE_STEPS,
  ...RESCUE_STEPS,
  ...STAFF_STEPS,
  ...ASKED_STEPS,
  ...VISIT_STEPS,
  ...STRAY_STEPS,
  ...REFUND_STEPS,
  ...EDIT_STEPS,
  ...COUPON_STEPS,
}

/** One step of a history; the promises are looked at after it. */
class Step implements fc.AsyncCommand<Model, World> {
  constructor(
    private readonly name: string,
    private readonly a: number,
    private readonly b: number,
  ) {}
  check = () => true
  async run(model: Model, world: World): Promise<void> {
    try {
      await DEEDS[this.name]?.run(world, model, this.a, this.b)
      await world.emulator.webhooks.sent()
      await keepsItsPromises(world, model)
    } catch (error) {
      throw new Error(`after "${this}": ${error instanceof Error ? error.message : error}`, { cause: error })
    }
  }
  toString = () => `${this.name} ${this.a} ${this.b}`
}

/** Any step, by its weight. */
export const anyStep: fc.Arbitrary<Step> = fc.oneof(
  ...Object.entries(DEEDS).map(([name, { weight }]) => ({
    weight,
    arbitrary: fc.tuple(fc.nat(999), fc.nat(999)).map(([a, b]) => new Step(name, a, b)),
  })),
)

/** How the provider is when a history begins: half of them are told nothing; a refund that is done at once cannot fail. */
export const anyBeginning = fc.record({
  webhooks: fc.constantFrom('at-once', 'never'),
  refundsStart: fc.constantFrom('pending', 'pending', 'processed'),
})
