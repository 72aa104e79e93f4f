/** Prints how many were noticed, by file, and what stayed. */
export function printScore(tried) {
  const share = (some) => `${some.filter(({ noticed }) => noticed).length} of ${some.length}`
  console.log('\nnoticed by file:')
  for (const file of new Set(tried.map((mutant) => mutant.file)))
    console.log(`  ${share(tried.filter((mutant) => mutant.file === file)).padEnd(10)} ${file}`)
  const stayed = tried.filter(({ noticed }) => !noticed)
  console.log(`\nstayed unnoticed: ${stayed.length}`)
  for (const { file, line, kind, was, becomes, by } of stayed)
    console.log(`  ${file}:${line} ${kind}: ${was.slice(0, 120)} → ${becomes.slice(0, 120)} (${by})`)
  const noticed = tried.length - stayed.length
  console.log(`\n${noticed} of ${tried.length} faults were noticed, ${((100 * noticed) / tried.length).toFixed(1)} %.`)
}
