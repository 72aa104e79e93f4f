import type { Refused, Result } from './result'

/** A location as a program names it: by id, or by name; a text may be either. */
export interface NamedPlace {
  id?: string | undefined
  name?: string | undefined
}

interface Room {
  id: string
  /** The id and name of where it stands, and of where the booking that is changed was sold in it. */
  places: readonly string[]
}

const ELSEWHERE: Refused<'location'> = {
  ok: false,
  reason: 'location',
  message: 'The screen is not at this location.',
}
const WHERE: Refused<'location'> = {
  ok: false,
  reason: 'location',
  message: 'Several locations have a screen of this name: name the location too.',
}
const WHICH: Refused<'screen'> = {
  ok: false,
  reason: 'screen',
  message: 'Several screens have this name: send the _id.',
}

/** Refuses a room that does not stand at the location named beside it; undefined when it does, or none is named. */
export function elsewhere(room: Pick<Room, 'places'>, place: NamedPlace | undefined): typeof ELSEWHERE | undefined {
  const said = place?.id ?? place?.name
  return !said || room.places.includes(said) ? undefined : ELSEWHERE
}

/**
 * Which of the rooms of one name is meant (rule A10): of those at the location that is named beside it the only one, or the booking's own.
 * Undefined when there is none of that name; refused with the field that is to say more.
 */
export function namedRoom<Found extends Room>(
  alike: readonly Found[],
  place: NamedPlace | undefined,
  own: string | undefined,
): Result<{ room: Found | undefined }, 'location' | 'screen'> {
  const there = alike.filter((room) => !elsewhere(room, place))
  const [first, ...more] = there
  if (!first && alike.length > 0) return ELSEWHERE
  const room = there.find(({ id }) => id === own) ?? (more.length === 0 ? first : undefined)
  if (room || !first) return { ok: true, room }
  return more.every(({ places }) => places[0] === first.places[0]) ? WHICH : WHERE
}
