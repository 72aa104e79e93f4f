/**
 * Brings into sight what is said below a field at fault. A browser shows the field to which it gives the focus, and not its hint and
 * error, which a bar at the page's end may cover.
 */
export function bringWordsIntoSight(field: Element | null): void {
  if (field?.getAttribute('aria-invalid') !== 'true') return
  const words = field.closest('[aria-describedby]')?.getAttribute('aria-describedby')?.split(' ') ?? []
  const parts = [...words.map((id) => document.getElementById(id)), field]
  for (const part of parts) part?.scrollIntoView({ block: 'nearest' })
}
