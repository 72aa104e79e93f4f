import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from '../../scripts/processes.mjs'
import { type Driver, WINDOW } from './driver'

const HOST = '127.0.0.1'
/** What the protocol calls an element that it hands out. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
const SECOND = 1_000

/**
 * WebKitGTK's small browser on a display that nobody sees, driven by WebDriver: seven calls of a protocol that stands still,
 * so that no library is needed for them.
 */
export async function openWebKit(programs: { driver: string; browser: string; display: string }): Promise<Driver> {
  const display = await startDisplay(programs.display)
  const port = await freePort(HOST)
  const env = { ...process.env, DISPLAY: display.name, LIBGL_ALWAYS_SOFTWARE: '1', NO_AT_BRIDGE: '1' }
  const driver = spawn(programs.driver, [`--host=${HOST}`, `--port=${port}`], { env, stdio: 'ignore' })
  const end = () => {
    driver.kill()
    display.process.kill()
  }
  try {
    const call = await openSession(`http://${HOST}:${port}`, programs.browser)
    return {
      ...verbs(call),
      async close() {
        await call('DELETE', '').catch(() => {})
        end()
      },
    }
  } catch (error) {
    end()
    throw error
  }
}

/** A display of its own, whose number the program itself finds. */
async function startDisplay(program: string): Promise<{ process: ChildProcess; name: string }> {
  const started = spawn(program, ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const said = started.stdio[3]
  if (!said) throw new Error('The display says nothing.')
  const [number] = await once(said, 'data')
  return { process: started, name: `:${String(number).trim()}` }
}

type Call = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<unknown>

async function openSession(site: string, binary: string): Promise<Call> {
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${site}${path}`, { method, body: body && JSON.stringify(body) })
    const { value } = (await answer.json()) as { value: { sessionId?: string; error?: string; message?: string } }
    if (!answer.ok) throw new Error(`${method} ${path}: ${value.error}, ${value.message}`)
    return value
  }
  for (let left = 100; ; left--) {
    const ready = await ask('GET', '/status').catch(() => undefined)
    if (ready) break
    if (!left) throw new Error('The driver of WebKit does not answer.')
    await new Promise((resolve) => setTimeout(resolve, SECOND / 10))
  }
  const options = { binary, args: ['--automation'] }
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } }
  const { sessionId } = await ask('POST', '/session', { capabilities })
  const call: Call = (method, path, body) => ask(method, `/session/${sessionId}${path}`, body)
  await call('POST', '/window/rect', WINDOW)
  return call
}

function verbs(call: Call): Driver {
  const find = async (selector: string) => {
    const found = (await call('POST', '/element', { using: 'css selector', value: selector })) as Record<string, string>
    return found[ELEMENT] ?? ''
  }
  const self: Driver = {
    faults: [],
    goto: async (url) => {
      await call('POST', '/url', { url })
    },
    run: async <Answer>(work: (...args: never[]) => Answer, ...args: unknown[]) =>
      (await call('POST', '/execute/sync', { script: `return (${work}).apply(null, arguments)`, args })) as Answer,
    click: async (selector) => {
      await call('POST', `/element/${await find(selector)}/click`, {})
    },
    type: async (selector, text) => {
      await call('POST', `/element/${await find(selector)}/value`, { text })
    },
    async inFrame(selector, work) {
      await call('POST', '/frame', { id: { [ELEMENT]: await find(selector) } })
      try {
        return await work(self)
      } finally {
        await call('POST', '/frame/parent', {}).catch(() => call('POST', '/frame', { id: null }))
      }
    },
    close: async () => {},
  }
  return self
}
