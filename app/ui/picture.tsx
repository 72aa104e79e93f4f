import { links, PICTURE_WIDTHS } from '~/links'

interface PictureProps {
  /** A bundled or uploaded picture (`/media/…`), or an address elsewhere. */
  src: string | null
  alt: string
  /** How wide it is drawn, as in `<img sizes>`. */
  sizes: string
  className?: string
  eager?: boolean
  width?: number
  height?: number
}

/** A picture in the width that is needed; its box and colour are there before it is. */
export function Picture({ src, alt, sizes, className = '', eager = false, width = 1600, height = 1067 }: PictureProps) {
  if (!src) return <span aria-hidden className={`block bg-gradient-to-br from-plum-light to-aubergine ${className}`} />
  const own = src.startsWith('/media/')
  return (
    <img
      src={own ? links.picture(src, 960) : src}
      srcSet={own ? PICTURE_WIDTHS.map((wide) => `${links.picture(src, wide)} ${wide}w`).join(', ') : undefined}
      sizes={own ? sizes : undefined}
      alt={alt}
      width={width}
      height={height}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      className={`picture ${className}`.trim()}
      // React 18 hands this attribute on in lower case only
      {...(eager && { fetchpriority: 'high' })}
    />
  )
}
