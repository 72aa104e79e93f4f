import { altOf } from './pictures'

/** The 26 photographs of the gallery by type, in the order of the filter buttons. */
export const PHOTO_TYPES = [
  { id: 'candle-path', label: 'Candle Path', count: 8 },
  { id: 'decoration', label: 'Decoration', count: 10 },
  { id: 'smoke-entry', label: 'Smoke Entry', count: 8 },
] as const

export interface GalleryPhoto {
  src: string
  alt: string
  type: string
}

export const PHOTOS: readonly GalleryPhoto[] = PHOTO_TYPES.flatMap(({ id, label, count }) =>
  Array.from({ length: count }, (_, index) => ({
    src: `/media/gallery/${id}-${index + 1}.webp`,
    alt: `${label}: ${altOf(`/media/gallery/${id}-${index + 1}.webp`)}`,
    type: id,
  })),
)
