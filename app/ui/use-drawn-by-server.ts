import { useId } from 'react'

/**
 * How React 18 begins the names of what it takes over from the server; what it draws itself has a small letter. No other sign of it
 * comes without drawing the page a second time. That this holds is shown by `tests/e2e/early-and-late.spec.ts`.
 */
const TAKEN_OVER = ':R'

/** Whether a component came with the page from the server, rather than being drawn here. */
export const useDrawnByServer = (): boolean => useId().startsWith(TAKEN_OVER)
