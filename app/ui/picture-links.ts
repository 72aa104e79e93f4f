/** The kinds of pictures that are taken, as their files name themselves. */
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif']

const OTHER_ENDINGS = /\.(svg|bmp|tiff?|avif|heic|ico|pdf|html?|mp4|mov|webm)$/i

/** What a picture's address has where a page shows it (`links.picture`). */
const SHOWN_SIZE = /^\/media\/w\d+\//

/**
 * A picture's web address of at most so many characters, judged by it alone: what is kept of it, or what is wrong with it. A picture of our
 * own site, at `own`, is kept by its path, which stays when the site moves, and as it was stored: never in the size in which a page shows it.
 */
export function pictureLink(link: string, longest: number, own: string): { src: string } | { fault: string } {
  const url = link.length > longest ? undefined : parsed(link)
  if (!url || !/^https?:$/.test(url.protocol)) return { fault: "Can't load the image." }
  if (OTHER_ENDINGS.test(url.pathname)) return { fault: 'Invalid image type.' }
  if (url.origin === own && url.pathname.startsWith('/media/'))
    return { src: url.pathname.replace(SHOWN_SIZE, '/media/') }
  // pages load pictures over https alone (`img-src`)
  return url.protocol === 'https:' ? { src: link } : { fault: 'The web address of a picture must start with https://' }
}

/** `URL.parse` and `URL.canParse` are younger than telephones in use. */
function parsed(link: string): URL | undefined {
  try {
    return new URL(link)
  } catch {
    return undefined
  }
}
