import type { ChildProcess } from 'node:child_process'

export interface Sandbox {
  appUrl: string
  emulatorUrl: string
  mailboxUrl: string
  server: ChildProcess
  stop(): Promise<unknown>
}

export function startSandbox(options: {
  port: number
  host: string
  dataDir: string
  databaseUrl: string | undefined
  extra?: Record<string, string>
}): Promise<Sandbox>
