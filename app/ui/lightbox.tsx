import { Link, useNavigate } from '@remix-run/react'
import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { type TouchEvent, useEffect, useRef, useState } from 'react'
import { failureOf, NO_SUCH_ELEMENT } from './lightbox-failure'
import { openModal } from './open-modal'
import { Picture } from './picture'
import { useBrowserLayoutEffect } from './use-browser-layout-effect'

interface LightboxProps {
  /** What the group shows. */
  title: string
  photos: readonly { src: string; alt: string }[]
  /** Which one is shown; one that is not there is said so. */
  at: number
  /** The address that shows another one. */
  link: (index: number) => string
  closeTo: string
}

const SWIPE_PX = 50

const isZoomed = () => (window.visualViewport?.scale ?? 1) > 1

/**
 * A group of photographs, one at a time and as large as the window. It is an address: links turn and close it without
 * scripts; with them the browser's modal dialog, arrow keys, swipes and the next pictures fetched ahead.
 */
export function Lightbox({ title, photos, at, link, closeTo }: LightboxProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const touchedAt = useRef(0)
  const [scripted, setScripted] = useState(false)
  const navigate = useNavigate()
  const indexOf = (index: number) => (index + photos.length) % photos.length
  const go = (to: string) => navigate(to, { replace: true, preventScrollReset: true })
  const turn = (by: 1 | -1) => go(link(indexOf(at + by)))
  const photo = photos[at]
  useBrowserLayoutEffect(() => {
    const shown = dialog.current
    if (!shown) return
    setScripted(true)
    return openModal(shown)
  }, [])
  const around = photo && scripted ? [...new Set([indexOf(at - 1), at, indexOf(at + 1)])] : photo ? [at] : []
  return (
    <dialog
      ref={dialog}
      open
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault()
        go(closeTo)
      }}
      onKeyDown={({ key }) => {
        if (key === 'ArrowRight') turn(1)
        if (key === 'ArrowLeft') turn(-1)
      }}
      onTouchStart={({ touches }: TouchEvent) => {
        // two fingers make a photograph larger, and one then moves it
        const swipes = touches.length === 1 && !isZoomed()
        touchedAt.current = swipes ? (touches[0]?.clientX ?? 0) : Number.NaN
      }}
      onTouchEnd={({ changedTouches }: TouchEvent) => {
        const moved = (changedTouches[0]?.clientX ?? 0) - touchedAt.current
        if (Math.abs(moved) > SWIPE_PX) turn(moved < 0 ? 1 : -1)
      }}
      className="fixed inset-0 z-50 m-0 h-dvh max-h-none w-screen max-w-none overscroll-contain bg-night/97 p-0 text-ink"
    >
      <div className="grid h-full grid-rows-[auto_1fr_auto] gap-2 p-3 sm:p-5">
        <div className="flex items-center justify-between">
          <p aria-live="polite" className="figures pl-2 text-sm text-muted">
            {photo ? `${at + 1} / ${photos.length}` : title}
          </p>
          <Link to={closeTo} replace preventScrollReset aria-label="Close" className={ROUND}>
            <X aria-hidden />
          </Link>
        </div>
        <div className="relative min-h-0">
          {photo ? (
            around.map((index) => (
              <Photo key={photos[index]?.src} photo={photos[index] ?? photo} hidden={index !== at} />
            ))
          ) : (
            <Failure text={NO_SUCH_ELEMENT} />
          )}
        </div>
        <div className="flex items-center justify-between gap-4">
          <Link
            to={link(indexOf(at - 1))}
            replace
            preventScrollReset
            aria-label="Previous photograph"
            className={ROUND}
          >
            <ChevronLeft aria-hidden />
          </Link>
          <p className="text-center text-sm text-muted">{photo?.alt}</p>
          <Link to={link(indexOf(at + 1))} replace preventScrollReset aria-label="Next photograph" className={ROUND}>
            <ChevronRight aria-hidden />
          </Link>
        </div>
      </div>
    </dialog>
  )
}

const ROUND = 'round size-12 shrink-0 border border-white/20 bg-night/60 hover:bg-white/10'

function Photo({ photo, hidden }: { photo: { src: string; alt: string }; hidden: boolean }) {
  const box = useRef<HTMLDivElement>(null)
  const [failure, setFailure] = useState<string>()
  useEffect(() => {
    const picture = box.current?.querySelector('img')
    if (!picture) return
    const explain = async () => setFailure(await failureOf(picture.currentSrc || picture.src))
    // it may have failed before scripts ran
    if (picture.complete && !picture.naturalWidth) void explain()
    picture.addEventListener('error', explain)
    return () => picture.removeEventListener('error', explain)
  }, [])
  return (
    <div ref={box} hidden={hidden} className="absolute inset-0">
      {failure ? (
        <Failure text={failure} />
      ) : (
        <Picture
          src={photo.src}
          alt={photo.alt}
          sizes="100vw"
          className="size-full bg-transparent object-contain"
          eager
        />
      )}
    </div>
  )
}

function Failure({ text }: { text: string }) {
  return (
    <p role="alert" className="grid size-full place-items-center text-lg text-wrong">
      {text}
    </p>
  )
}
