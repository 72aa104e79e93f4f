import { createHash } from 'node:crypto'

/** Changes whenever what a page shows does, so that one which stands open knows when to look again. */
export const pageMark = (shown: unknown): string =>
  createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 20)
