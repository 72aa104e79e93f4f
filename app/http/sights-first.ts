/**
 * Sets the page's scripts going: once it has been painted, or at once where nobody looks and so nothing is painted. Where they have not
 * taken the page over after twelve seconds (ui/live-mark.tsx), lost on a bad line or behind a guard, `data-late` says so: the page is
 * then what it is without scripts (styles/scripts.css), until they come after all.
 */
const START = `(own => {
  own.remove()
  const start = () => {
    for (const link of document.querySelectorAll('link[rel=after-paint]')) link.rel = 'modulepreload'
    for (const waiting of document.querySelectorAll('script[type=after-paint]')) {
      const script = document.createElement('script')
      script.type = 'module'
      script.setAttribute('nonce', waiting.nonce)
      script.text = waiting.text
      waiting.replaceWith(script)
    }
  }
  setTimeout(() => {
    const { dataset } = document.documentElement
    if (dataset.live === undefined) dataset.late = ''
  }, 12000)
  if (document.hidden) start()
  else requestAnimationFrame(() => setTimeout(start))
})(document.currentScript)`.replace(/\n +/g, '\n')

/**
 * A page is read before it is pressed: its modules are asked for once it stands there, as on a slow line they would
 * share that line with its looks. The script that does so takes itself away, so that React finds what it drew.
 */
export function sightsFirst(html: string, nonce: string | undefined): string {
  const start = `<script${nonce ? ` nonce="${nonce}"` : ''}>${START}</script></body>`
  return html
    .replaceAll('<link rel="modulepreload"', '<link rel="after-paint"')
    .replaceAll('type="module" async=""', 'type="after-paint"')
    .replace('</body>', () => start)
}
