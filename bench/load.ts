import { Agent, request } from 'node:http'

export interface Load {
  perSecond: number
  answers: number
  /** Of their bodies, as they were sent. */
  bytes: number
}

/** Counts the requests, so that an address can be another each time. */
let count = 0

/** Asks for a page over and over, several at a time, for some seconds; every answer must be a 200. A `*` in its address is another number each time. */
export async function load(url: string, { seconds = 4, atOnce = 4, headers = {} } = {}): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  let answers = 0
  let bytes = 0
  const began = performance.now()
  const end = began + seconds * 1000
  async function visitor() {
    while (performance.now() < end) {
      const answer = await ask(url.replace('*', String(++count)), headers, agent)
      if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}.`)
      answers += 1
      bytes += answer.bytes
    }
  }
  await Promise.all(Array.from({ length: atOnce }, visitor))
  const taken = (performance.now() - began) / 1000
  agent.destroy()
  return { perSecond: answers / taken, answers, bytes }
}

function ask(url: string, headers: Record<string, string>, agent: Agent): Promise<{ status: number; bytes: number }> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent, headers }, (answer) => {
      let bytes = 0
      answer.on('data', (part: Buffer) => {
        bytes += part.length
      })
      answer.once('end', () => resolve({ status: answer.statusCode ?? 0, bytes })).once('error', reject)
    })
    asked.once('error', reject).end()
  })
}
