import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Who judges: what asks of bookings, money and the flow in one process, without programs and servers of its own. */
const NAMES = `answers-that-meet api-attempts api-booking api-staff-bookings ask-bank ask-for-money
  asked-and-paid-otherwise asked-first audit-log blocked-dates booking-edges booking-lists booking-mail booking-texts
  books-check books-in-order cancel-booking checkout close-till compared-words concurrent-edits console-refunds
  contact coupon-figures customer-changes customer-pages customer-texts dashboard database-guards days-that-closed
  deletions desk-day desk-find desk-refund desk-sees disputes disputes-decided-anew disputes-of-strays
  done-by-a-colleague draft-cookie edit-booking edited-money evenings find-booking first-steps flow-answers flow-steps
  give-back given-amounts hand-over internal-notes jobs last-moment late-money letters-once lines-and-total
  lost-disputes menu-counts money-guards moved-for names-once nightly-look nobody-included notices occupancy
  odd-presses offer-revision one-attempt one-fails open-money opening paid-already papers-file parking payment-page
  payments-stopped personal-data phone-booking place-booking prep-board pressed-twice refund-news refunds
  refused-forms refused-without-scripts rescue retention same-again saved-filters second-evening sent-in-turn
  settle-payment shared-plan shown-booking staff-booking status-moves step-links stray-money strike-payment
  take-payment tax-documents technical-failure till till-by-place till-days turns two-tabs unallocated visit-letters
  way-back webhooks which-slot-can-be-held whole-screen`
const FILES = NAMES.split(/\s+/).map((name) => `tests/integration/${name}.test.ts`)
const KEPT = 'reach.json'

/**
 * Runs every judging test once without a fault and notes which faults it reaches. What is known of a file is kept for
 * as long as neither it nor the product nor the support of tests changes.
 *
 * @returns {Promise<{ file: string, name: string, reached: Set<string> }[]>} those that pass
 */
export async function learnReach(tree, judges) {
  const kept = path.join(tree, KEPT)
  const before = existsSync(kept) ? JSON.parse(readFileSync(kept, 'utf8')) : {}
  const product = ['app', 'sandbox', 'tests/support'].map((folder) => stateOf(path.join(tree, folder))).join()
  const found = {}
  const waiting = FILES.filter((file) => existsSync(path.join(tree, file)))
  await Promise.all(
    judges.map(async (judge) => {
      for (let file = waiting.shift(); file; file = waiting.shift()) {
        const state = digest(product + stateOf(path.join(tree, file)))
        found[file] = before[file]?.state === state ? before[file] : { state, ...(await reachOf(judge, file)) }
        writeFileSync(kept, JSON.stringify({ ...before, ...found }))
      }
    }),
  )
  return Object.entries(found).flatMap(([file, { tests }]) =>
    tests.filter(({ passed }) => passed).map(({ name, reached }) => ({ file, name, reached: new Set(reached) })),
  )
}

async function reachOf(judge, file) {
  const ask = () => judge.ask({ file, reach: true }, 1200)
  // a process that a busy machine ended says nothing; the next one is asked once more
  const said = (await ask()) ?? (await ask())
  if (!said) throw new Error(`${file} did not end.`)
  const failed = said.tests.filter(({ passed }) => !passed)
  console.log(
    `${file}: ${said.tests.length} tests${said.failed ? `, failed: ${said.failed.name}: ${said.failed.error}` : ''}`,
  )
  if (failed.length > 0) console.log(`  no judges: ${failed.map(({ name }) => name).join('; ')}`)
  return { tests: said.tests }
}

/** One word for all that stands in a file or folder. */
function stateOf(place) {
  if (!statSync(place).isDirectory()) return digest(readFileSync(place))
  return digest(
    readdirSync(place)
      .sort()
      .map((name) => stateOf(path.join(place, name)))
      .join(),
  )
}

const digest = (text) => createHash('sha256').update(text).digest('hex')
