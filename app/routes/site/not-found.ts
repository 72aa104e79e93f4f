/** Whatever has no page of its own. */
export function loader() {
  throw new Response(null, { status: 404 })
}

export const action = loader
