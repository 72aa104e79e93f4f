import { createServer } from 'node:net'
import type { Settings } from './env.server'

type Place = Pick<Settings, 'HOST' | 'PORT'>

/**
 * Listens where the server is to listen, and ends that at once: what is wrong there is known before a database is opened and
 * migrated under a server that runs. Answers it as one line for `Cannot start:`, undefined when all is well.
 */
export async function tryPlace({ HOST, PORT }: Place): Promise<string | undefined> {
  const server = createServer((early) => early.destroy())
  try {
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(PORT, HOST, resolve))
  } catch (error) {
    return faultOfPlace(error, { HOST }) ?? `PORT: the server cannot listen there (${error}).`
  }
  await new Promise((resolve) => server.close(resolve))
  return undefined
}

/** What is wrong with the place to listen at, when that is what the error says, as the same line. */
export function faultOfPlace(error: unknown, { HOST }: Pick<Place, 'HOST'>): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { code, syscall, hostname, message } = error as NodeJS.ErrnoException & { hostname?: string }
  const fault = () => {
    if (syscall === 'getaddrinfo') return HOST && hostname === HOST ? 'HOST: there is no such address' : undefined
    if (syscall !== 'listen') return undefined
    if (code === 'EADDRINUSE') return 'PORT: something listens there already'
    return code === 'EACCES' ? 'PORT: the server may not listen there' : 'HOST: the server cannot listen there'
  }
  const words = fault()
  return words && `${words} (${message}).`
}
