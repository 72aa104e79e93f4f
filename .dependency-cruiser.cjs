const { readdirSync } = require('node:fs')
const { join } = require('node:path')

/** The floors of the house: routes → http → features → domain | db | platform (docs/architecture.md). */
const path = (name) => `^app/${name}/`

/** The floors inside `features/`, the lowest first: a folder may know those before it, and none after it. */
const FLOORS = [
  'notification',
  'back-office',
  'media',
  'availability',
  'offer',
  'staff',
  'stored-booking',
  'money',
  'booking',
  'booking-pages',
  'review',
  'flow',
  'catalogue',
  'coupon',
  'venue',
  'site',
  'front-desk',
  'insight',
  'customer',
  'api',
  'backup',
]

const folders = readdirSync(join(__dirname, 'app/features'))
const astray = [
  ...folders.filter((name) => !FLOORS.includes(name)),
  ...FLOORS.filter((name) => !folders.includes(name)),
]
if (astray.length)
  throw new Error(`app/features and its floors in .dependency-cruiser.cjs differ: ${astray.join(', ')}`)

const floorRules = FLOORS.map((name, floor) => ({
  name: `${name}-knows-only-floors-below`,
  severity: 'error',
  from: { path: `^app/features/${name}/` },
  to: { path: '^app/features/', pathNot: `^app/features/(${FLOORS.slice(0, floor + 1).join('|')})/` },
}))

module.exports = {
  forbidden: [
    {
      name: 'no-circles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'domain-knows-nobody',
      severity: 'error',
      from: { path: path('domain') },
      to: { pathNot: path('domain') },
    },
    {
      name: 'content-knows-nobody',
      severity: 'error',
      from: { path: path('content') },
      to: { pathNot: path('content') },
    },
    {
      name: 'surroundings-know-nothing-of-the-program',
      severity: 'error',
      from: { path: '^sandbox/(razorpay|mailbox)/' },
      to: { path: '^(app|tests|scripts)/' },
    },
    {
      name: 'ui-knows-no-business',
      severity: 'error',
      from: { path: path('ui') },
      to: { path: '^app/(domain|features|db|platform|http|routes)/' },
    },
    {
      name: 'lower-floors-do-not-look-up',
      severity: 'error',
      from: { path: '^app/(db|platform)/' },
      to: { path: '^app/(features|http|routes|ui|jobs|letters)' },
    },
    ...floorRules,
    {
      name: 'features-know-neither-http-nor-what-puts-them-together',
      severity: 'error',
      from: { path: path('features') },
      to: { path: '^app/(http/|routes/|jobs\\.|letters\\.|server\\.|entry\\.)' },
    },
    {
      name: 'features-make-no-responses',
      severity: 'error',
      from: { path: path('features') },
      to: { path: 'node_modules/@remix-run/(node|server-runtime|router)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'http-does-not-know-routes',
      severity: 'error',
      from: { path: path('http') },
      to: { path: path('routes') },
    },
    {
      name: 'no-route-imports-a-route',
      severity: 'error',
      from: { path: path('routes') },
      to: { path: path('routes') },
    },
    {
      name: 'queries-are-private-to-their-feature',
      severity: 'error',
      from: { path: '^app/features/([^/]+)/' },
      to: { path: '^app/features/[^/]+/.+-queries\\.server\\.ts$', pathNot: '^app/features/$1/' },
    },
    {
      name: 'only-the-composition-root-reads-settings',
      severity: 'error',
      from: { path: '^app/', pathNot: '^app/platform/(context|env-file|reach-database)\\.server\\.ts$' },
      to: { path: '^app/platform/env\\.server\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'the-program-does-not-know-its-sandbox',
      severity: 'error',
      from: { path: '^app/' },
      to: { path: '^(sandbox|tests|scripts)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js'] },
  },
}
