import { redirect } from '@remix-run/node'
import { links } from '~/links'

export const loader = () => redirect(links.dashboard())
