import { useState } from 'react'

/**
 * The id under which a form adds something, and so its key: the one that it was first drawn with, whatever else the page loads or
 * others add meanwhile, so that what is half typed stays; once what the form added stands, the page's next one, and an empty form.
 */
export function useOwnEntry(entry: string, standing: readonly { id: string }[]): string {
  const [own, setOwn] = useState(entry)
  if (own !== entry && standing.some(({ id }) => id === own)) setOwn(entry)
  return own
}
