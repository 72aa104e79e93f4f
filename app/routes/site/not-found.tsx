/** Whatever has no page of its own: the layout's error boundary draws it. */
export function loader() {
  throw new Response(null, { status: 404 })
}

export const action = loader

export default function NotFound() {
  return null
}
