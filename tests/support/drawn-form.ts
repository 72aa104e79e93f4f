import { JSDOM } from 'jsdom'
import { addressAt, type Visit } from './addresses'
import { drawn } from './drawn'

/**
 * A page as the server draws it, alone and without the frame around it; with `fields`, as it answers a form that was sent without scripts
 * and led nowhere else.
 */
export async function drawnPage({ at, id = '', query = '', cookie = '', fields }: Visit): Promise<Document> {
  const { loader, action, default: Component } = await (await addressAt(at)).load()
  const address = `http://localhost:3000${at.replace(/:\w+\??/, id)}${query}`
  const request = new Request(address, { headers: { Cookie: cookie, Accept: 'text/html' } })
  const sent = fields && new Request(request, { method: 'POST', body: new URLSearchParams(fields) })
  const page = await drawn({
    loader: () => loader?.({ request, params: { id, token: id }, context: {} }),
    ...(sent && { action: () => action?.({ request: sent, params: { id, token: id }, context: {} }) }),
    Component: Component as Parameters<typeof drawn>[0]['Component'],
  })
  return new JSDOM(page).window.document
}

/** What a browser without scripts would send of the form with this id, as the page draws it and nobody touched it. */
export async function drawnForm(visit: Visit, form: string): Promise<Record<string, string>> {
  const page = await drawnPage(visit)
  const found = page.getElementById(form)
  if (found?.localName !== 'form' || !page.defaultView) throw new Error(`There is no form ${form} at ${visit.at}.`)
  const sent = [...new page.defaultView.FormData(found as HTMLFormElement)]
  return Object.fromEntries(sent.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])))
}
