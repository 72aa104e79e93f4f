/** How long a moved clock may go unnoticed. */
const LOOK_EVERY_MS = 200

interface Task {
  due: number
  run: () => void
}

/** The emulator's time: the clock handed in, plus what was skipped through the control interface. */
export function createEmulatorClock(base: () => Date) {
  let skipped = 0
  return {
    now: () => new Date(base().getTime() + skipped),
    seconds: () => Math.floor((base().getTime() + skipped) / 1000),
    skipped: () => skipped,
    /** Back to the clock that was handed in. */
    restart() {
      skipped = 0
    },
    skip(ms: number) {
      skipped += ms
    },
  }
}

export type EmulatorClock = ReturnType<typeof createEmulatorClock>

/**
 * What happens later, on a clock that may be moved by others. Due tasks run when somebody asks, and by themselves soon
 * after the clock has passed them.
 */
export function createSchedule(clock: EmulatorClock) {
  let tasks: Task[] = []
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  function wake(): void {
    clearTimeout(timer)
    if (stopped || !tasks.length) return
    const soonest = Math.min(...tasks.map(({ due }) => due)) - clock.now().getTime()
    timer = setTimeout(runDue, Math.min(Math.max(soonest, 1), LOOK_EVERY_MS)).unref()
  }

  function runDue(): void {
    for (;;) {
      const now = clock.now().getTime()
      const next = tasks.filter(({ due }) => due <= now).sort((a, b) => a.due - b.due)[0]
      if (!next) break
      tasks = tasks.filter((task) => task !== next)
      next.run()
    }
    wake()
  }

  return {
    at(due: number, run: () => void) {
      if (stopped) return
      tasks.push({ due, run })
      wake()
    },
    runDue,
    isDue: () => tasks.some(({ due }) => due <= clock.now().getTime()),
    waiting: () => tasks.length,
    clear() {
      tasks = []
      clearTimeout(timer)
    },
    stop() {
      stopped = true
      tasks = []
      clearTimeout(timer)
    },
  }
}

export type Schedule = ReturnType<typeof createSchedule>
