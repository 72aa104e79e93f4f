import { MINUTE_MS } from './durations'
import type { Preparation, PreparationKind } from './preparations'
import type { InstantRange } from './slots'

/** What a room needs stands ready so long before its slot (rule R1). */
const READY_MINUTES = 15

/** When what a visit needs must stand ready. */
export const readyBy = (start: Date): Date => new Date(start.getTime() - READY_MINUTES * MINUTE_MS)

/** Where what a visit needs stands in time: `late` once it should stand ready, `over` once the visit's slot has ended (rule R1). */
export function prepTime({ from, to }: InstantRange, now: Date): 'ahead' | 'late' | 'over' {
  if (to <= now) return 'over'
  return readyBy(from) < now ? 'late' : 'ahead'
}

export const PREPARATION_KINDS = {
  cake: 'Cakes',
  lettering: 'Lettering',
  decoration: 'Decoration',
  addon: 'Addons',
  gift: 'Gifts',
} as const satisfies Record<PreparationKind, string>
const KINDS = Object.keys(PREPARATION_KINDS) as PreparationKind[]

/** How the board is put in order. */
export const PREP_ORDERS = { time: 'By time', kind: 'By kind', room: 'By room' } as const
export type PrepOrder = keyof typeof PREP_ORDERS

/**
 * The name by which a preparation of a booking is ticked off: it stays while count and text change. Of those that are called the same
 * the second and later ones have their number at its end, and so has the first where its own name ends in one: what a key was made of
 * is read from it alone.
 */
export function prepKeys(preparations: readonly Preparation[]): string[] {
  const given = new Map<string, number>()
  return preparations.map(({ kind, name }) => {
    const plain = `${kind}:${name}`
    const nth = (given.get(plain) ?? 0) + 1
    given.set(plain, nth)
    return nth > 1 || /:\d+$/.test(name) ? `${plain}:${nth}` : plain
  })
}

/** What a key was made of, for a tick whose preparation is gone; of two that are called the same it is the same. */
export function readPrepKey(key: string): Pick<Preparation, 'kind' | 'name'> {
  const [, word, name = key] = /^(\w+):(.*?)(?::\d+)?$/s.exec(key) ?? []
  return { kind: KINDS.find((kind) => kind === word) ?? 'addon', name }
}

/** A tick: what was made when somebody pressed, in words that say all that matters of it. */
export interface PrepTick {
  made: string
  by: string
  at: Date
}

export type PrepState = 'open' | 'ready' | 'changed'

/** Whether something is made as it is wanted now (rule R2). */
export const prepState = (tick: Pick<PrepTick, 'made'> | undefined, wanted: string): PrepState =>
  !tick ? 'open' : tick.made === wanted ? 'ready' : 'changed'
