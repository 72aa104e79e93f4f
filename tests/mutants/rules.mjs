/** Mutation testing of the rules by Stryker: each mutant is a rule with one small fault, and a rule's test should notice it. */
process.env.TZ = 'America/New_York'

export default {
  testRunner: 'vitest',
  vitest: { configFile: 'tests/mutants/vitest.config.ts', related: false },
  coverageAnalysis: 'perTest',
  // what is only said, not done, is read by people; what is set when a module loads would rerun everything
  mutator: { excludedMutations: ['StringLiteral'] },
  ignoreStatic: true,
  mutate: ['app/domain/**/*.ts'],
  concurrency: Number(process.env.MUTANT_PROCESSES ?? 1),
  dryRunTimeoutMinutes: 30,
  timeoutMS: 60_000,
  reporters: ['clear-text', 'json'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  jsonReporter: { fileName: 'test-results/mutants-rules.json' },
  tempDirName: '.cache/mutants',
  ignorePatterns: ['build', 'data', 'media', 'public/media', '.cache', 'test-results'],
}
