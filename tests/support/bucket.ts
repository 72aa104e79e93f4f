import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How a bucket that is away, or refuses, answers: the line is cut, nothing comes, or a status. */
type Fault = 'cut' | 'mute' | number

/** A bucket as an S3 server keeps it: objects by their path, written, read, asked for and deleted over HTTP. */
export async function startBucket() {
  const objects = new Map<string, Buffer>()
  const asked: string[] = []
  let faultOf: (path: string) => Fault | undefined = () => undefined
  const server = createServer(async (request, response) => {
    const key = decodeURIComponent(new URL(request.url ?? '/', 'http://bucket').pathname)
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    asked.push(`${request.method} ${key}`)
    const fault = faultOf(key)
    if (fault === 'mute') return
    if (fault === 'cut') return response.destroy()
    if (fault) return response.writeHead(fault).end()
    const stored = objects.get(key)
    switch (request.method) {
      case 'PUT':
        objects.set(key, Buffer.concat(parts))
        return response.writeHead(200, { ETag: '"1"' }).end()
      case 'DELETE':
        objects.delete(key)
        return response.writeHead(204).end()
      default:
        if (!stored) return response.writeHead(404).end()
        response.writeHead(200, { 'Content-Length': stored.length, ETag: '"1"' })
        return response.end(request.method === 'HEAD' ? undefined : stored)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    objects,
    /** What it was asked for, as `DELETE /pictures/…`; a call that is tried again stands there again. */
    asked,
    /** From now on it has these faults, by the path of an object. */
    suffer(faults: (path: string) => Fault | undefined) {
      faultOf = faults
    },
    /** For the setting `FILES`. */
    address: `s3://key:secret@127.0.0.1:${port}/pictures?ssl=no`,
    stop() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}
