import { createServer, request as forward } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A small reverse proxy: each request goes to the next server in turn, as it came. */
export async function startRoundRobin() {
  const servers: { host: string; port: number }[] = []
  let turn = 0
  const proxy = createServer((incoming, outgoing) => {
    const server = servers[turn++ % servers.length]
    if (!server) return outgoing.writeHead(503).end()
    const { method, url: path, headers } = incoming
    const onward = forward({ ...server, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.writeHead(502).end())
    incoming.pipe(onward)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const { port } = proxy.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    addServer: (host: string, serverPort: number) => servers.push({ host, port: serverPort }),
    stop: () => new Promise((resolve) => proxy.close(resolve)),
  }
}
