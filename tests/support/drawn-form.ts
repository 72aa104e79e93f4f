import { JSDOM } from 'jsdom'
import { addressAt, type Visit } from './addresses'
import { drawn } from './drawn'

/** What a browser without scripts would send of the form with this id, as the page draws it and nobody touched it. */
export async function drawnForm(
  { at, id = '', query = '', cookie = '' }: Visit,
  form: string,
): Promise<Record<string, string>> {
  const { loader, default: Component } = await (await addressAt(at)).load()
  const address = `http://localhost:3000${at.replace(/:\w+\??/, id)}${query}`
  const request = new Request(address, { headers: { Cookie: cookie, Accept: 'text/html' } })
  const page = await drawn({
    loader: () => loader?.({ request, params: { id }, context: {} }),
    Component: Component as Parameters<typeof drawn>[0]['Component'],
  })
  const { document, FormData } = new JSDOM(page).window
  const found = document.getElementById(form)
  if (found?.localName !== 'form') throw new Error(`There is no form ${form} at ${at}.`)
  const sent = [...new FormData(found as HTMLFormElement)]
  return Object.fromEntries(sent.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])))
}
