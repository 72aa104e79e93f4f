/** The kinds of pictures that are taken, as their files name themselves. */
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif']

const OTHER_ENDINGS = /\.(svg|bmp|tiff?|avif|heic|ico|pdf|html?|mp4|mov|webm)$/i

/** How an address of a picture of ours begins, also where a page shows it in some size (`links.picture`). */
const OURS = /^\/media\/(w\d+\/)?/i

/**
 * A picture's address as it is stored: one of our own site, at `own`, by its path, which stays when the site moves, and never in the size in
 * which a page shows it; any other as it is.
 */
export function storedLink(link: string, own: string): string {
  const url = /^(\/|https?:)/i.test(link) ? parsed(link, own) : undefined
  const ours = url?.host === parsed(own)?.host && url && OURS.test(url.pathname)
  return ours ? url.pathname.replace(OURS, '/media/') : link
}

/** Whether a picture's address, as it is stored, is one of our own. */
export const isOurs = (link: string): boolean => OURS.test(link)

/**
 * A picture's web address of at most so many characters, judged by it alone: what is kept of it, or what is wrong with it. A picture of our
 * own site, at `own`, is kept as it is stored.
 */
export function pictureLink(link: string, longest: number, own: string): { src: string } | { fault: string } {
  const url = parsed(link)
  if (!url || !/^https?:$/.test(url.protocol)) return { fault: "Can't load the image." }
  // its field cuts nothing: half of an address leads to another picture, or to none
  if (link.length > longest) return { fault: `The web address of a picture can have at most ${longest} characters` }
  if (OTHER_ENDINGS.test(url.pathname)) return { fault: 'Invalid image type.' }
  const src = storedLink(link, own)
  if (src !== link) return { src }
  // pages load pictures over https alone (`img-src`)
  return url.protocol === 'https:' ? { src: link } : { fault: 'The web address of a picture must start with https://' }
}

/** `URL.parse` and `URL.canParse` are younger than telephones in use. */
function parsed(link: string, base?: string): URL | undefined {
  try {
    return new URL(link, base)
  } catch {
    return undefined
  }
}
