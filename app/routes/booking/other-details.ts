import { redirect } from '@remix-run/node'
import { links } from '~/links'

/** The child area opens with its first tab. */
export const loader = () => redirect(links.bookPackages())
