/** What is said at the fields of a form, by their names; '' is about the form as a whole. */
type Faults = Record<string, string>

/** Faults that go with another field than their own: where a hold ends, what it asks for, and what a day or a room decides. */
const GO_WITH: Record<string, readonly string[]> = {
  deadline: ['time'],
  sum: ['own'],
  date: ['place'],
  place: ['date', 'people'],
  number: ['approved'],
}

/** What the page of a telephone booking says still to be chosen, and whom it filled in. */
interface Said {
  toChoose: Faults
  form: { name: string; email: string }
}

const COUNT = 'count.'

/**
 * The faults of a telephone booking that are still said after fields were `changed` (rule E8): one goes with its field, a fold's with how
 * many of one of its things are wanted, by `foldOf`, and what is said of the form as a whole with any. One that the page no longer finds
 * goes too: what was to be chosen once nothing has to be, or a name that was missing once it was filled in. What the page `now` still
 * says to be chosen stands, however often its field was changed.
 */
export function standingFaults<Answer extends Faults | null>(
  faults: Answer,
  changed: ReadonlySet<string>,
  foldOf: (id: string) => string | undefined,
  [before, now]: readonly [Said, Said],
): Answer {
  if (!faults) return faults
  const gone = new Set<string>(changed.size ? [''] : [])
  for (const name of changed) {
    const fold = name.startsWith(COUNT) ? foldOf(name.slice(COUNT.length)) : undefined
    for (const field of [fold ?? name, ...(GO_WITH[name] ?? [])]) gone.add(field)
  }
  for (const field of ['name', 'email'] as const) if (before.form[field] !== now.form[field]) gone.add(field)
  for (const [field, words] of Object.entries(before.toChoose))
    if (words === faults[field] && now.toChoose[field] === undefined) gone.add(field)
  const stands = ([field, words]: [string, string]) => !gone.has(field) || now.toChoose[field] === words
  return Object.fromEntries(Object.entries(faults).filter(stands)) as Answer
}
