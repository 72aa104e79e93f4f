import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { draftIdOf } from '~/features/flow/flow-draft.server'
import { links } from '~/links'

/** The child area opens with its first tab. */
export const loader = ({ request }: LoaderFunctionArgs) => redirect(links.bookPackages({ draft: draftIdOf(request) }))
