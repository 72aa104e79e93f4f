import { RemixBrowser } from '@remix-run/react'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { bringParts } from './ui/lazy-part'

// Remix's root waits for the page's data when it is first drawn, and a press in that moment would have React draw without
// (its error 345). So the data is read before React hears of presses; until then they do what they do without scripts.
try {
  RemixBrowser({})
} catch (reading) {
  await reading
}

await bringParts()

// an iPhone that stays on iOS 15 sends no form from a script by itself
if (!HTMLFormElement.prototype.requestSubmit) await import('form-request-submit-polyfill')

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RemixBrowser />
    </StrictMode>,
  )
})
