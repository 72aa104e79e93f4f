/**
 * Mutation testing: each mutant is the product with one small fault, and a test should notice it.
 *
 * @param {'rules' | 'features'} kind what is mutated, and which tests judge it (`vitest.config.ts` beside this file)
 * @param {string[]} mutate files
 */
export function mutantsOf(kind, mutate) {
  process.env.MUTANTS = kind
  process.env.TZ = 'America/New_York'
  return {
    testRunner: 'vitest',
    vitest: { configFile: 'tests/mutants/vitest.config.ts', related: false },
    coverageAnalysis: 'perTest',
    // what is only said, not done, is read by people; what is set when a module loads would rerun everything
    mutator: { excludedMutations: ['StringLiteral'] },
    ignoreStatic: true,
    mutate,
    concurrency: Number(process.env.MUTANT_PROCESSES ?? 1),
    dryRunTimeoutMinutes: 30,
    timeoutMS: 60_000,
    reporters: ['clear-text', 'json'],
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
    jsonReporter: { fileName: `test-results/mutants-${kind}.json` },
    tempDirName: '.cache/mutants',
    ignorePatterns: ['build', 'data', 'media', 'public/media', '.cache', 'test-results'],
  }
}
