/** Asks on a connection of its own: one that was kept may be closed by the server at the moment when it is used again. */
export function fetchAnew(url: string | URL, init: RequestInit & { headers?: Record<string, string> } = {}) {
  return fetch(url, { ...init, headers: { ...init.headers, Connection: 'close' } })
}
