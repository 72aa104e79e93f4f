import { type PointerEvent, useCallback, useEffect, useRef, useState } from 'react'
import { useBrowserLayoutEffect } from './use-browser-layout-effect'

const still = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches
/** Whether something points here; a finger that has gone leaves the place under it marked as pointed at. */
const hovers = () => window.matchMedia('(hover: hover)').matches

/**
 * Turns a strip that scrolls sideways (by finger, wheel or arrow key, also without scripts) into a carousel: it knows which
 * slide is at its start, moves on by itself every `everyMs` until paused, and waits while somebody points at it or is in it,
 * and while it is out of sight. Who asked for less motion gets none of its own.
 */
export function useCarousel(count: number, everyMs: number) {
  const strip = useRef<HTMLUListElement>(null)
  const [at, setAt] = useState(0)
  const [playing, setPlaying] = useState(false)
  const [held, setHeld] = useState(false)
  const [seen, setSeen] = useState(false)

  const show = useCallback((index: number) => {
    const list = strip.current
    if (list) list.scrollTo({ left: offsetOf(list, index), behavior: still() ? 'auto' : 'smooth' })
  }, [])

  const turn = useCallback(
    (by: 1 | -1) => {
      const list = strip.current
      if (!list) return
      const atEnd = list.scrollLeft + list.clientWidth >= list.scrollWidth - 2
      const next = nearest(list) + by
      show(by > 0 && (atEnd || next >= count) ? 0 : next < 0 ? count - 1 : next)
    },
    [count, show],
  )

  useEffect(() => setPlaying(count > 1 && !still()), [count])
  // who has turned it, or is in it, before the scripts came; at once, so that what they see is never out of reach
  useBrowserLayoutEffect(() => {
    const list = strip.current
    if (!list) return
    setAt(nearest(list))
    setHeld(list.contains(document.activeElement) || (hovers() && list.matches(':hover')))
  }, [])
  useEffect(() => {
    const list = strip.current
    if (!list) return
    const watch = new IntersectionObserver(([entry]) => setSeen(entry?.isIntersecting ?? false), { threshold: 0.25 })
    watch.observe(list)
    return () => watch.disconnect()
  }, [])
  useEffect(() => {
    if (!playing || held || !seen) return
    const timer = setInterval(() => turn(1), everyMs)
    return () => clearInterval(timer)
  }, [playing, held, seen, everyMs, turn])

  return {
    at,
    playing,
    show,
    turn,
    pause: () => setPlaying(false),
    toggle: () => setPlaying((now) => !now),
    /** For the `<ul>` whose items are the slides. */
    stripProps: {
      ref: strip,
      tabIndex: 0,
      onScroll: () => strip.current && setAt(nearest(strip.current)),
      onPointerEnter: ({ pointerType }: PointerEvent) => pointerType === 'mouse' && setHeld(true),
      onPointerLeave: () => setHeld(false),
      onTouchStart: () => setHeld(true),
      onTouchEnd: () => setHeld(false),
      onFocus: () => setHeld(true),
      onBlur: () => setHeld(false),
    },
  }
}

const slidesOf = (list: HTMLElement) => [...list.children].filter((child) => child instanceof HTMLElement)

function offsetOf(list: HTMLElement, index: number): number {
  const slides = slidesOf(list)
  return (slides[index]?.offsetLeft ?? 0) - (slides[0]?.offsetLeft ?? 0)
}

function nearest(list: HTMLElement): number {
  const away = slidesOf(list).map((_, index) => Math.abs(offsetOf(list, index) - list.scrollLeft))
  return Math.max(0, away.indexOf(Math.min(...away)))
}
