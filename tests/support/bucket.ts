import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A bucket as an S3 server keeps it: objects by their path, written, read, asked for and deleted over HTTP. */
export async function startBucket() {
  const objects = new Map<string, Buffer>()
  const server = createServer(async (request, response) => {
    const key = decodeURIComponent(new URL(request.url ?? '/', 'http://bucket').pathname)
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
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
    /** For the setting `FILES`. */
    address: `s3://key:secret@127.0.0.1:${port}/pictures?ssl=no`,
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}
