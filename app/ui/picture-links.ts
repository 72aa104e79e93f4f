/** The kinds of pictures that are taken, as their files name themselves. */
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif']

const OTHER_ENDINGS = /\.(svg|bmp|tiff?|avif|heic|ico|pdf|html?|mp4|mov|webm)$/i

/** What is wrong with a picture's web address of at most so many characters, judged by it alone; undefined when nothing is. */
export function pictureLinkFault(link: string, longest: number): string | undefined {
  const url = link.length > longest ? undefined : parsed(link)
  if (!url || !/^https?:$/.test(url.protocol)) return "Can't load the image."
  // pages load pictures over https alone (`img-src`)
  if (url.protocol === 'http:') return 'The web address of a picture must start with https://'
  return OTHER_ENDINGS.test(url.pathname) ? 'Invalid image type.' : undefined
}

/** `URL.parse` and `URL.canParse` are younger than telephones in use. */
function parsed(link: string): URL | undefined {
  try {
    return new URL(link)
  } catch {
    return undefined
  }
}
