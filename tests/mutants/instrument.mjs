import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Instrumenter } from '@stryker-mutator/instrumenter'
import ts from 'typescript'

/** Where the copy with every mutant in it stands; the product itself is left as it is. */
export const TREE = path.resolve('.cache/mutants/features')

const FOLDERS = ['app/features/booking', 'app/features/money', 'app/features/flow']
/** What holds slots, moves money and leads through the flow, on the server; pages are judged by stories. */
export const MUTATED = [
  ...FOLDERS.flatMap((folder) =>
    readdirSync(folder)
      .filter((file) => file.endsWith('.server.ts'))
      .sort()
      .map((file) => `${folder}/${file}`),
  ),
  'app/features/customer/retention.server.ts',
]

/**
 * Copies what git knows of or would take, and puts every mutant into the copy. Each stands behind a switch, so that
 * all are tried in one process.
 *
 * @returns mutants that can be switched, in the order of their files and lines, `key` naming one the same way in every run
 */
export async function instrument() {
  copyProduct()
  const quiet = { debug() {}, info() {}, warn() {}, error() {}, isDebugEnabled: () => false }
  const files = MUTATED.map((name) => ({ name, mutate: true, content: readFileSync(name, 'utf8') }))
  // what is only said, not done, is read by people
  const options = { plugins: null, ignorers: [], excludedMutations: ['StringLiteral'] }
  const instrumented = await new Instrumenter(quiet).instrument(files, options)
  for (const { name, content } of instrumented.files) writeFileSync(path.join(TREE, name), content)
  const texts = new Map(files.map(({ name, content }) => [name, content]))
  const sources = new Map(
    files.map((one) => [one.name, ts.createSourceFile(one.name, one.content, ts.ScriptTarget.Latest)]),
  )
  const placed = instrumented.mutants.filter(({ status }) => status !== 'Ignored')
  const described = placed
    .filter((mutant) => switchable(mutant, sources.get(mutant.fileName)))
    .map((mutant) => describe(mutant, texts.get(mutant.fileName)))
  const alike = new Map()
  return described.map(({ key, ...mutant }) => {
    alike.set(key, (alike.get(key) ?? 0) + 1)
    return { ...mutant, key: alike.get(key) === 1 ? key : `${key}|${alike.get(key)}` }
  })
}

/** Whether it stands in a function: what is set as a module loads is set before a mutant is switched on. */
function switchable({ location: { start, end } }, source) {
  const [from, to] = [start, end].map(({ line, column }) => source.getPositionOfLineAndCharacter(line, column))
  const within = (node) => {
    const [first, last] = [node.getStart(source), node.getEnd()]
    if (from < first || to > last) return false
    if (ts.isFunctionLike(node) && (from > first || to < last)) return true
    return Boolean(ts.forEachChild(node, within))
  }
  return within(source)
}

function describe({ id, fileName, location: { start, end }, mutatorName, replacement }, text) {
  const lines = text.split('\n')
  const at = ({ line, column }) => lines.slice(0, line).join('\n').length + (line > 0 ? 1 : 0) + column
  const was = text.slice(at(start), at(end))
  return {
    id,
    file: fileName,
    line: start.line + 1,
    kind: mutatorName,
    was: oneLine(was),
    becomes: oneLine(replacement),
    key: `${fileName}|${oneLine(lines[start.line])}|${start.column}|${oneLine(was)}|${oneLine(replacement)}`,
  }
}

const oneLine = (text) => text.replace(/\s+/g, ' ').trim()

function copyProduct() {
  for (const part of ['app', 'tests', 'sandbox']) rmSync(path.join(TREE, part), { recursive: true, force: true })
  const known = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { encoding: 'utf8' })
  for (const file of known.split('\0').filter((name) => name && existsSync(name))) {
    mkdirSync(path.dirname(path.join(TREE, file)), { recursive: true })
    cpSync(file, path.join(TREE, file))
  }
  const packages = path.join(TREE, 'node_modules')
  if (!existsSync(packages)) symlinkSync(path.resolve('node_modules'), packages)
}
