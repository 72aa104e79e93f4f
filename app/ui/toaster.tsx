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

/**
 * Lifts a notice out of the page. Loaded only when there is one: most pages never need it. An error, and what the page says itself
 * (`data-said`), is heard where it stands there, and not once more here.
 */
export function Toasts({ notice }: { notice: Notice }) {
  const region = useRef<HTMLElement>(null)
  useEffect(() => {
    const heard = notice.kind === 'error' || document.querySelector('[data-said]')
    region.current?.setAttribute('aria-live', heard ? 'off' : 'polite')
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
