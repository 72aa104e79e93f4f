import { useEffect, useRef } from 'react'
import { Toaster, toast } from 'sonner'
import { links } from '~/links'
import type { Notice } from './notice'

const TOAST_MS = 3500

const LOOK = {
  background: 'var(--color-plum-light)',
  borderColor: 'var(--color-hairline)',
  color: 'var(--color-ink)',
  fontFamily: 'var(--font-sans)',
  fontSize: '0.9375rem',
  // the cross stands beside the words
  paddingRight: '3.25rem',
}

/** On a phone a notice lies below the bar with the menu at the top, and above the one at the thumb: it keeps neither from being pressed. */
const onAPhone = () => ({ top: '4.5rem', ...(document.querySelector('.thumb-bar') && { bottom: '5.75rem' }) })

/** At the desk a phone has at its top what is pressed next: who came, and what they pay. */
const goesLow = () =>
  window.location.pathname.startsWith(links.adminHome()) && window.matchMedia('(max-width: 600px)').matches

/** The cross lies inside the toast, as wide as a finger; what the toasts' own style says of its corner gives way. */
const CROSS =
  'top-1/2! right-1! left-auto! size-11! -translate-y-1/2! transform-none! border-0! bg-transparent! text-ink! hover:bg-white/10!'

/** A mouse that leaves a notice lets its time go on; a finger that touched it never leaves it, so that it is closed. */
function closeTouched({ pointerType, target }: PointerEvent) {
  if (pointerType === 'touch' && (target as Element).closest('[data-sonner-toast]')) toast.dismiss()
}

/** Whether the page itself has these words heard, as it draws them: by an alert, or by what has the focus and what describes that. */
function isHeard(text: string): boolean {
  const focused = document.activeElement === document.body ? null : document.activeElement
  const described = focused?.getAttribute('aria-describedby')?.split(' ') ?? []
  const heard = [focused, ...described.map((id) => document.getElementById(id)), ...document.querySelectorAll(ALERT)]
  return heard.some((one) => one?.getClientRects().length && one.textContent?.includes(text))
}

const ALERT = '[role="alert"]'

/**
 * Lifts a notice out of the page. Loaded only when there is one: most pages never need it. What is heard where it stands is not heard
 * once more here, and whatever else it says is.
 */
export function Toasts({ notice }: { notice: Notice }) {
  const region = useRef<HTMLElement>(null)
  useEffect(() => {
    region.current?.setAttribute('aria-live', isHeard(notice.text) ? 'off' : 'polite')
    toast[notice.kind](notice.text, { id: notice.text })
  }, [notice])
  useEffect(() => {
    document.addEventListener('pointerup', closeTouched)
    return () => {
      document.removeEventListener('pointerup', closeTouched)
      // what it still says would be said again by the next one
      toast.dismiss()
    }
  }, [])
  return (
    <Toaster
      ref={region}
      theme="dark"
      position={goesLow() ? 'bottom-center' : 'top-center'}
      mobileOffset={onAPhone()}
      duration={TOAST_MS}
      closeButton
      toastOptions={{ style: LOOK, classNames: { closeButton: CROSS } }}
    />
  )
}
