import { searchText } from '~/domain/search-text'
import { wholeOf } from '~/domain/whole-number'

/** What an address asks for; what is empty asks for nothing, and of what stands there twice the last counts. */
export function queryOf(url: string): Record<string, string> {
  const given = [...new URL(url).searchParams].map(([name, value]) => [name, value.trim()] as const)
  return Object.fromEntries(given.filter(([, value]) => value))
}

/** What a list's address may carry besides its own filters. */
export function listQuery(request: Request) {
  const { delete: deleting, ...query } = queryOf(request.url)
  const get = (name: string): string | undefined => query[name]
  const { pathname } = new URL(request.url)
  const text = new URLSearchParams(query).toString()
  return {
    get,
    search: searchText(get('search') ?? '') || undefined,
    page: wholeOf(get('page')) ?? 1,
    /** The record that is about to be deleted. */
    deleting,
    /** This list as it is filtered now, without a question in front of it. */
    here: text ? `${pathname}?${text}` : pathname,
    query,
  }
}
