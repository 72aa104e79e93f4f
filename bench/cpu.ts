import { readdirSync, readFileSync } from 'node:fs'

/** Seconds of a processor that a process has used so far, its own and the system's for it; 0 when it is gone. */
export function cpuSeconds(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    // utime and stime; the kernel counts in hundredths
    return (Number(fields[11]) + Number(fields[12])) / 100
  } catch {
    return 0
  }
}

/** The same of all sessions of a database on this machine's Postgres. */
export function databaseCpuSeconds(database: string): number {
  let seconds = 0
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const title = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      if (title.startsWith('postgres:') && title.includes(` ${database} `)) seconds += cpuSeconds(Number(pid))
    } catch {
      // it ended meanwhile
    }
  }
  return seconds
}
