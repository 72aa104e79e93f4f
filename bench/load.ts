import { Agent, request } from 'node:http'

export interface Load {
  perSecond: number
  /** Milliseconds in which half of the answers came, and 99 of 100. */
  median: number
  worst: number
}

/** Asks for a page over and over, several at a time, for some seconds; every answer must be a 200. */
export async function load(url: string, { seconds = 4, atOnce = 4, headers = {} } = {}): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  const times: number[] = []
  const began = performance.now()
  const end = began + seconds * 1000
  async function visitor() {
    while (performance.now() < end) {
      const asked = performance.now()
      const status = await ask(url, headers, agent)
      if (status !== 200) throw new Error(`${url} answered ${status}.`)
      times.push(performance.now() - asked)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, visitor))
  const taken = (performance.now() - began) / 1000
  agent.destroy()
  times.sort((a, b) => a - b)
  const at = (share: number) => Math.round((times[Math.floor(times.length * share)] ?? 0) * 10) / 10
  return { perSecond: times.length / taken, median: at(0.5), worst: at(0.99) }
}

function ask(url: string, headers: Record<string, string>, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent, headers }, (answer) => {
      answer.resume()
      answer.once('end', () => resolve(answer.statusCode ?? 0))
    })
    asked.once('error', reject).end()
  })
}
