import { cpuSeconds, databaseCpuSeconds } from './cpu'
import { load } from './load'

/** One of those that are asked in turns. */
interface Contestant {
  url: string
  headers?: Record<string, string>
  /** Its processes, and the database its sessions are in. */
  pids: readonly number[]
  database?: string
}

export interface Figures {
  perSecond: number
  /** Processor milliseconds a request: of its own processes, and of its sessions in Postgres. */
  node: number
  sql: number
  /** Kilobytes of an answer as it is sent. */
  kilobytes: number
}

interface ContestOptions {
  rounds?: number
  seconds?: number
  gzip: boolean
}

/** Asks each for some seconds, in turns, some rounds long; answers each one's medians, in their order. */
export async function contest(
  contestants: readonly Contestant[],
  { rounds = 3, seconds = 3, gzip }: ContestOptions,
): Promise<Figures[]> {
  const taken: Figures[][] = contestants.map(() => [])
  for (const one of contestants) await ask(one, gzip, 1)
  for (let round = 0; round < rounds; round++) {
    for (const [index, one] of contestants.entries()) taken[index]?.push(await ask(one, gzip, seconds))
  }
  return taken.map((all) => {
    const middle = (of: keyof Figures) => median(all.map((figures) => figures[of]))
    return { perSecond: middle('perSecond'), node: middle('node'), sql: middle('sql'), kilobytes: middle('kilobytes') }
  })
}

async function ask({ url, headers, pids, database }: Contestant, gzip: boolean, seconds: number): Promise<Figures> {
  const spent = () => [pids.reduce((sum, pid) => sum + cpuSeconds(pid), 0), database ? databaseCpuSeconds(database) : 0]
  const [nodeBefore = 0, sqlBefore = 0] = spent()
  const { perSecond, answers, bytes } = await load(url, {
    seconds,
    headers: { ...headers, ...(gzip && { 'Accept-Encoding': 'gzip' }) },
  })
  const [node = 0, sql = 0] = spent()
  const each = (now: number, before: number) => ((now - before) * 1_000) / answers
  return { perSecond, node: each(node, nodeBefore), sql: each(sql, sqlBefore), kilobytes: bytes / answers / 1_024 }
}

/** The middle one; of an even count the upper of the two. */
export const median = (numbers: readonly number[]) =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
