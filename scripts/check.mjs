import { spawnSync } from 'node:child_process'
import { bin, installDependencies } from './processes.mjs'

/** `npm run check`: types, lint and format, the arrows between the floors, unused code, migrations in step. */
installDependencies()
const CHECKS = [
  ['types', 'tsc', []],
  ['lint and format', 'biome', ['check', '--error-on-warnings', '.']],
  ['arrows', 'depcruise', ['app', '--output-type', 'err']],
  ['unused code', 'knip', []],
  ['migrations', 'drizzle-kit', ['check']],
]
const failed = CHECKS.filter(([title, program, args]) => {
  console.log(`— ${title}`)
  return spawnSync(bin(program), args, { stdio: 'inherit' }).status !== 0
}).map(([title]) => title)
console.log(failed.length ? `Failed: ${failed.join(', ')}` : 'All checks passed.')
process.exit(failed.length ? 1 : 0)
