import { useEffect, useLayoutEffect } from 'react'

/** `useLayoutEffect` where there is a layout; on the server, which has none, it would only warn. */
export const useBrowserLayoutEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect
