/** The process lives and answers. */
export const loader = () => new Response('ok', { headers: { 'Cache-Control': 'no-store' } })
