import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { draftIdOf } from '~/features/flow/flow-draft.server'
import { links } from '~/links'

/** The booking opens with its first step (rule B23). */
export const loader = ({ request }: LoaderFunctionArgs) => redirect(links.bookLocations({ draft: draftIdOf(request) }))
