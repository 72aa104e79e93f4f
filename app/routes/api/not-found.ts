import { apiRoute } from '~/http/api-route.server'

/** Whatever else lies below /api: the API refuses in its own words, not with a page. */
const api = apiRoute()

export const loader = api.loader
export const action = api.action
