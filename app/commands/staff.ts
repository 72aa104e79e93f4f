import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { endCodeOf, grantSuperAdmin } from '~/features/staff/super-admin.server'
import { systemClock } from '~/platform/clock.server'
import { CommandRefusal } from '~/platform/command-refusal'
import { readEnvFile } from '~/platform/env-file.server'
import { createJobs } from '~/platform/jobs.server'
import { createLog } from '~/platform/log.server'
import { forgetAllTries } from '~/platform/rate-limit.server'
import { knownPlace, reachKnownDatabase, readPlace } from '~/platform/reach-database.server'

/**
 * `npm run staff -- owner@example.com "Asha Rao"`: creates a super admin, or gives one a new password and lets them in
 * again. The password is asked for, or is the first line of the input when that is no terminal. `npm run staff -- unlock`
 * forgets every counted try, and `no-code owner@example.com` lets somebody in again who lost their phone.
 */
const USAGE = `npm run staff -- <e-mail address> [name]
npm run staff -- unlock
npm run staff -- no-code <e-mail address>

Creates a super admin (the name is needed then), or gives an account that is there a new password, makes it a super
admin, lets it in again and signs out whoever uses it. The password is asked for; with "echo … |" it is read instead.
It works on the same database as the server, which has used it before: DATABASE_URL, or DATA_DIR for the embedded one,
which takes one program at a time, so stop the server first.

"unlock" forgets all tries that were counted, so that nobody has to wait any more: for when strangers try passwords.

"no-code" switches off signing in with a code for one account: for when phone and recovery codes are lost.`

const UNLOCK = 'unlock'
const NO_CODE = 'no-code'

async function main([email, name, ...more]: string[]): Promise<string> {
  // a name without quotes is several words, of which one would be taken
  if (!email || email.startsWith('-') || more.length || (email === UNLOCK && name)) throw new CommandRefusal(USAGE)
  readEnvFile()
  const place = readPlace(process.env)
  // before anything is asked
  knownPlace(place)
  const password = email === UNLOCK || email === NO_CODE ? '' : await askPassword()
  if (email === NO_CODE && !name) throw new CommandRefusal(USAGE)
  const client = await reachKnownDatabase(place)
  try {
    if (email === UNLOCK) return `${await forgetAllTries(client.db)} counters cleared: nobody has to wait any more.`
    const jobs = createJobs(client, createLog('silent'), 'UTC')
    await jobs.prepare()
    const context = { db: client.db, clock: systemClock, jobs, business: { name: place.BUSINESS_NAME } }
    if (email === NO_CODE) {
      const ended = await endCodeOf(context, name ?? '')
      await jobs.stop()
      if (!ended.ok) throw new CommandRefusal(ended.message)
      return ended.done === 'off'
        ? `${name} signs in with the password alone; whoever was signed in with it is signed out.`
        : `Signing in with a code was off already for ${name}: nothing has changed, and nobody is told.`
    }
    const granted = await grantSuperAdmin(context, { email, name, password })
    await jobs.stop()
    if (!granted.ok) throw new CommandRefusal(granted.message)
    return granted.done === 'added'
      ? `${email} is a super admin now.`
      : `${email} is a super admin with a new password; whoever was signed in with it is signed out.`
  } finally {
    await client.close()
  }
}

/** Asks without showing what is typed. */
async function askPassword(): Promise<string> {
  const { stdin, stderr } = process
  if (!stdin.isTTY) {
    const { value } = await createInterface({ input: stdin })[Symbol.asyncIterator]().next()
    // whoever keeps the pipe open does not keep this program
    stdin.destroy()
    return value ?? ''
  }
  stderr.write('Password: ')
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: stdin, output: silent, terminal: true })
  const password = await new Promise<string>((resolve) => lines.question('', resolve))
  lines.close()
  stderr.write('\n')
  return password
}

try {
  // never by `exit`, which would cut a long text short where it goes into a pipe
  process.stdout.write(`${await main(process.argv.slice(2))}\n`)
} catch (error) {
  const told = error instanceof CommandRefusal || (error instanceof Error && error.name === 'SettingsError')
  process.stderr.write(`${told ? error.message : error instanceof Error ? error.stack : String(error)}\n`)
  process.exitCode = 1
}
