import { checkAllBooks } from '~/features/money/books-check.server'
import { systemClock } from '~/platform/clock.server'
import { CommandRefusal } from '~/platform/command-refusal'
import { readEnvFile } from '~/platform/env-file.server'
import { reachKnownDatabase, readPlace } from '~/platform/reach-database.server'

/** How many findings of one rule are printed; of what breaks everywhere nobody reads more. */
const MOST_PRINTED = 1_000

const USAGE = 'npm run books      (docs/payments.md)'

/**
 * `npm run books`: looks at bookings and money in the database that the server uses, and prints what is wrong. Ends with 0
 * when nothing is, 1 when something is, 2 when the database could not be reached.
 */
async function main(words: readonly string[]): Promise<number> {
  if (words.length) throw new CommandRefusal(USAGE)
  readEnvFile()
  const client = await reachKnownDatabase(readPlace(process.env))
  try {
    const { all, counts, wrong } = await checkAllBooks({ client, clock: systemClock }, MOST_PRINTED)
    for (const { words, subject, detail, invariant } of wrong) {
      process.stdout.write(`${words}: ${subject} ${detail} (${invariant})\n`)
    }
    for (const [invariant, count] of Object.entries(counts)) {
      if (count > MOST_PRINTED) process.stdout.write(`and ${count - MOST_PRINTED} more (${invariant})\n`)
    }
    process.stdout.write(all ? `${all} wrong\n` : 'The books are right.\n')
    return all ? 1 : 0
  } finally {
    await client.close()
  }
}

try {
  // not by `exit`, which would cut a long list short
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  const told = error instanceof CommandRefusal || (error instanceof Error && error.name === 'SettingsError')
  process.stderr.write(`${told ? error.message : error instanceof Error ? error.stack : String(error)}\n`)
  process.exitCode = 2
}
