import { createElement, type ReactElement, type ReactNode } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import { Collector } from '~/platform/whole-answer.server'

/** What the server makes of something that is drawn: written by React in pieces, and put together. */
export function drawnInPieces(element: ReactElement): Promise<string> {
  return new Promise((resolve, reject) => {
    const page = new Collector()
    const { pipe } = renderToPipeableStream(element, { onAllReady: () => pipe(page), onError: reject })
    page.once('finish', () => resolve(page.text()))
  })
}

/** A paragraph that says something after so many bytes, or a few more; these are many short texts, since React writes a long one apart. */
export const paragraphAfter = (bytes: number, ...said: ReactNode[]): ReactElement =>
  createElement(
    'p',
    null,
    ...Array.from({ length: Math.floor(bytes / 60) }, (_, at) => createElement('b', { key: at }, 'x'.repeat(53))),
    'x'.repeat(bytes % 60),
    ...said,
  )
