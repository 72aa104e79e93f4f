/**
 * The address of a page for whoever pressed something in that part of it: without scripts a press loads the whole page, which
 * would stand at its top. With scripts nothing moves.
 */
export function standingAt(request: Request, link: string, part: string | undefined): string {
  const whole = request.headers.get('Accept')?.includes('text/html')
  return whole && part ? `${link}#${part}` : link
}
