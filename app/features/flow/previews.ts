import { altOf } from '~/content/pictures'

/** The three round icons of the package step and what they open; `Some Entry` is spelt as it was given (rule V1). */
export const PREVIEWS = [
  { id: 'smoke-entry', label: 'Some Entry', title: 'Smoke Entry', picture: '/media/previews/smoke-entry.webp' },
  { id: 'candle-path', label: 'Candle Path', title: 'Candle Path', picture: '/media/previews/candle-path.webp' },
  { id: 'rose-table', label: 'Rose Table', title: 'Rose On Table', picture: '/media/previews/rose-table.webp' },
] as const

/** What an address opens, with the words for who does not see it: made on the server, where all of them are at hand. */
export function previewOf(id: string | null) {
  const shown = PREVIEWS.find((one) => one.id === id)
  if (!shown) return null
  const clip = shown.id === 'rose-table' ? null : `/media/clips/${shown.id}`
  return { title: shown.title, picture: shown.picture, clip, alt: altOf(clip ? `${clip}.mp4` : shown.picture) }
}

export type Preview = NonNullable<ReturnType<typeof previewOf>>
