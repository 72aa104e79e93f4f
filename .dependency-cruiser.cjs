/** The floors of the house: routes → features → domain | db | platform (docs/architecture.md). */
const path = (name) => `^app/${name}/`

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
      name: 'ui-knows-no-business',
      severity: 'error',
      from: { path: path('ui') },
      to: { path: '^app/(domain|features|db|platform|routes)/' },
    },
    {
      name: 'lower-floors-do-not-look-up',
      severity: 'error',
      from: { path: '^app/(db|platform)/' },
      to: { path: '^app/(features|routes)/' },
    },
    {
      name: 'features-do-not-know-routes',
      severity: 'error',
      from: { path: path('features') },
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
      from: { path: '^app/', pathNot: '^app/platform/(context|business)\\.server\\.ts$' },
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
