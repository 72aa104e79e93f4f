const worker = Number(process.env.TEST_WORKER_INDEX ?? process.pid) % 1_000
let made = 0

/** Eight digits that nothing else of the run has: the worker's own, and counted. */
export const ownMark = () => `${String(worker).padStart(3, '0')}${String(made++).padStart(5, '0')}`

/** A name that nothing else in the run has. */
export const fresh = (word: string) => `${word} ${ownMark()}`
