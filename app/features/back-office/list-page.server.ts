import { searchText } from '~/domain/search-text'

/** What a list's address may carry besides its own filters. */
export function listQuery(request: Request) {
  const { pathname, searchParams } = new URL(request.url)
  const get = (name: string) => searchParams.get(name)?.trim() || undefined
  const kept = new URLSearchParams(searchParams)
  kept.delete('delete')
  for (const [name, value] of [...kept]) if (!value) kept.delete(name)
  const text = kept.toString()
  return {
    get,
    search: searchText(get('search') ?? '') || undefined,
    page: Number(get('page')) || 1,
    /** The record that is about to be deleted. */
    deleting: get('delete'),
    /** This list as it is filtered now, without a question in front of it. */
    here: text ? `${pathname}?${text}` : pathname,
    query: Object.fromEntries(kept),
  }
}
