import type { ChildProcess } from 'node:child_process'

export interface Sandbox {
  appUrl: string
  emulatorUrl: string
  mailboxUrl: string
  /** E-mail addresses of the demo's staff, and the password of all of them. */
  staff: Record<'owner' | 'manager' | 'frontDesk' | 'kitchen' | 'password', string>
  server: ChildProcess
  stop(): Promise<unknown>
}

export function startSandbox(options: {
  port: number
  host: string
  dataDir: string
  databaseUrl: string | undefined
  evening?: boolean
  extra?: Record<string, string>
}): Promise<Sandbox>
