import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { settingNames } from '~/platform/env.server'
import { FIELDS_ONLY, WITH_PICTURES } from '~/platform/request-body.server'

const read = (file: string) => readFileSync(file, 'utf8')

/** Read by compose.yaml, not by the program. */
const OF_COMPOSE = ['DATABASE_PASSWORD']

describe('the settings', () => {
  test('stand in the README’s table, all of them and no others', () => {
    const section = /## Settings\n([\s\S]*?)\n## /.exec(read('README.md'))?.[1] ?? ''
    const names = section
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name))
    expect(names.sort()).toEqual([...settingNames].sort())
  })

  test('of .env.example exist', () => {
    const names = [...read('.env.example').matchAll(/^([A-Z_]+)=/gm)].map(([, name = '']) => name)
    const known = [...settingNames, ...OF_COMPOSE]
    expect(names.filter((name) => !known.includes(name))).toEqual([])
    for (const required of ['APP_URL', 'SESSION_SECRET', 'SMTP_URL']) expect(names).toContain(required)
  })
})

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => path.join('docs', file)),
]

test.each(pages)('%s names only files that exist', (page) => {
  const text = read(page).replace(/```[\s\S]*?```/g, '')
  const linked = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, target = '']) =>
    path.join(path.dirname(page), target),
  )
  const roots = 'app|bench|docs|drizzle|public|sandbox|scripts|tests'
  const named = [...text.matchAll(new RegExp(`\`((?:${roots})/[\\w./-]+)\``, 'g'))].map(([, file = '']) => file)
  const inside = 'db|domain|features|http|platform|routes|ui'
  const ofTheProgram = [...text.matchAll(new RegExp(`\`((?:${inside})/[\\w./-]+)\``, 'g'))].map(
    ([, file = '']) => `app/${file}`,
  )
  expect([...linked, ...named, ...ofTheProgram].filter((file) => !existsSync(file))).toEqual([])
})

test('docs/architecture.md lists the folders of features in the order that the check holds', () => {
  const [, section = ''] = /## The floors of features\n([\s\S]*?)\n## /.exec(read('docs/architecture.md')) ?? []
  const listed = [...section.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, folder]) => folder)
  const [, floors = ''] = /const FLOORS = \[([\s\S]*?)\]/.exec(read('.dependency-cruiser.cjs')) ?? []
  expect(listed).toEqual([...floors.matchAll(/'([\w-]+)'/g)].map(([, folder]) => folder))
})

/** Files whose functions others call, each of which says what it does. */
const CALLED = ['db', 'domain', 'features', 'http', 'platform'].flatMap((folder) =>
  readdirSync(path.join('app', folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => path.join('app', folder, file)),
)

test('every function that others call says what it does', () => {
  const silent = CALLED.flatMap((file) => {
    const lines = read(file).split('\n')
    return lines.flatMap((line, index) => {
      const [, name] =
        /^export (?:async )?(?:function\*? (\w+)|const (\w+) = (?:async )?(?:<.*>)?\()/.exec(line)?.filter(Boolean) ??
        []
      return name && !/\*\/$|^\/\//.test(lines[index - 1] ?? '') ? [`${file}: ${name}`] : []
    })
  })
  expect(silent).toEqual([])
})

test('docs/security.md gives the limits of a body as the door has them', () => {
  const [, plain = '', pictures = ''] =
    /one door reads every body \(.*?\): (.*?), whatever the type; (.*?) only where/.exec(read('docs/security.md')) ?? []
  const size = (bytes: number) => (bytes < 1024 ** 2 ? `${bytes / 1024} KB` : `${bytes / 1024 ** 2} MB`)
  const said = ({ bytes, fields, fieldBytes, seconds }: typeof FIELDS_ONLY, files: string[] = []) =>
    [size(bytes), `${fields.toLocaleString('en')} fields of ${size(fieldBytes)}`, ...files, `${seconds} seconds`].join(
      ', ',
    )
  expect(plain).toBe(said(FIELDS_ONLY))
  const { files, fileBytes } = WITH_PICTURES
  expect(pictures).toBe(said(WITH_PICTURES, [`${files} files of ${size(fileBytes)}`]))
  const body = `${FIELDS_ONLY.seconds} for a body (${WITH_PICTURES.seconds} where signed-in staff send pictures)`
  expect(read('docs/security.md')).toContain(body)
})

test('docs/security.md names a test for every protection', () => {
  const rows = read('docs/security.md')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (---|what)/.test(line))
  expect(rows.length).toBeGreaterThan(15)
  for (const row of rows) expect(row, row).toMatch(/`tests\/[\w/.-]+\.(test|spec)\.ts`/)
})

test('every decision has a number of its own, which its page begins with', () => {
  const pages = readdirSync('docs/decisions')
  const numbers = pages.map((page) => page.slice(0, 4))
  expect(numbers.filter((one, index) => numbers.indexOf(one) !== index)).toEqual([])
  for (const page of pages) expect(read(`docs/decisions/${page}`)).toMatch(new RegExp(`^# ${page.slice(0, 4)}\\b`))
})

const RULE_PAGES = readdirSync('docs/rules').filter((page) => page !== 'README.md')

interface Rule {
  number: string
  page: string
  /** Each with the title that is given after it, if any. */
  tests: { file: string; title: string | undefined }[]
}

const rules = RULE_PAGES.flatMap((page): Rule[] =>
  read(`docs/rules/${page}`)
    .split(/\n\n/)
    .filter((block) => block.startsWith('**'))
    .map((block) => {
      const text = block.replaceAll('\n', ' ')
      const named = [...text.matchAll(/`(tests\/[\w./-]+)`(?: "([^"]+)")?/g)]
      const number = /^\*\*([A-Z]\d+)\*\* /.exec(text)?.[1] ?? text.slice(0, 20)
      return { number, page, tests: named.map(([, file = '', title]) => ({ file, title })) }
    }),
)

describe('the rules', () => {
  test('have numbers of their own, one letter a page, in order', () => {
    const numbers = rules.map(({ number }) => number)
    expect(numbers.length).toBeGreaterThan(100)
    expect(numbers.filter((one, index) => numbers.indexOf(one) !== index)).toEqual([])
    for (const page of RULE_PAGES) {
      const own = rules.filter((rule) => rule.page === page).map(({ number }) => number)
      expect(new Set(own.map((number) => number[0])).size, page).toBe(1)
      const counted = own.map((number) => Number(number.slice(1)))
      expect(counted, page).toEqual([...counted].sort((a, b) => a - b))
      expect(read('docs/rules/README.md')).toContain(`| [${page}](${page}) | ${own[0]?.[0]} |`)
    }
  })

  test.each(rules)('$number names the test that proves it', ({ tests }) => {
    expect(tests.length).toBeGreaterThan(0)
    for (const { file, title } of tests) {
      expect(file).toMatch(/\.(test|spec)\.tsx?$/)
      expect(existsSync(file), file).toBe(true)
      const titles = ["'", '"', '`'].map((quote) => `${quote}${title}${quote}`)
      if (title)
        expect(
          titles.some((one) => read(file).includes(one)),
          `${file} has “${title}”`,
        ).toBe(true)
    }
  })
})

const OF_THE_PROJECT = ['app', 'bench', 'docs', 'drizzle', 'sandbox', 'scripts', 'tests', '.ci']
const texts = [
  ...readdirSync('.', { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [entry.name] : [])),
  ...OF_THE_PROJECT.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file)),
  ),
].filter((file) => /\.(tsx?|[cm]?js|css|sql|md|ya?ml)$/.test(file) && !file.includes('node_modules'))

/** A file's words in one line, without the marks that begin the lines of a comment. */
const wordsOf = (file: string) => read(file).replace(/\n\s*(?:\*(?!\*)|\/\/|--|#)?\s*/g, ' ')

test('every rule that is cited exists', () => {
  const known = new Set(rules.map(({ number }) => number))
  const cited = texts.flatMap((file) =>
    [...wordsOf(file).matchAll(/\b[Rr]ules? ([A-Z]\d+(?:(?:, | and | or )[A-Z]\d+)*)/g)].flatMap(([, list = '']) =>
      list.split(/, | and | or /).map((number) => ({ file, number })),
    ),
  )
  expect(cited.length).toBeGreaterThan(100)
  expect(cited.filter(({ number }) => !known.has(number))).toEqual([])
})

test('nothing cites a document that is not here', () => {
  const elsewhere = [
    /\u00a7/,
    /\bspec(ification)? (customer|back)/i,
    /\b(customer-side|back-office)\.md/,
    /\btraps? \d/i,
    /\bissue #?\d/i,
    /\b(the|both) documents\b/i,
    /\bthe document[’']s\b/i,
  ]
  const found = texts.flatMap((file) => {
    const words = wordsOf(file)
    const missing = [...words.matchAll(/(?<![\w.*-])[\w./-]*\w\.md\b/g)]
      .map(([name]) => name)
      .filter(
        (name) => !name.startsWith('.cache/') && !existsSync(name) && !existsSync(path.join(path.dirname(file), name)),
      )
    return [...missing, ...elsewhere.flatMap((one) => one.exec(words)?.[0] ?? [])].map((what) => `${file}: ${what}`)
  })
  expect(found).toEqual([])
})
