/** What a lightbox says when it cannot show something, letter for letter (rule V5). */
const TEXTS = {
  unknown: 'Something Went Wrong, Please Try Again Later',
  image: 'Image Not Found',
  element: 'HTML Element Not Found',
  gone: 'Error Loading AJAX : Not Found',
  forbidden: 'Error Loading AJAX : Forbidden',
  unreachable: 'Error Loading Page',
} as const

/** The address names a photograph that the group does not have. */
export const NO_SUCH_ELEMENT = TEXTS.element

/** Why a picture did not come, as the server says when it is asked again. */
export async function failureOf(src: string): Promise<string> {
  const answer = await fetch(src, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined)
  if (!answer) return TEXTS.unreachable
  // it is there, and yet no picture
  if (answer.ok || answer.status === 404) return TEXTS.image
  if (answer.status === 410) return TEXTS.gone
  return answer.status === 401 || answer.status === 403 ? TEXTS.forbidden : TEXTS.unknown
}
