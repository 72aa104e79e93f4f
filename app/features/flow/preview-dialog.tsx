import { altOf } from '~/content/pictures'
import { Dialog } from '~/ui/dialog'
import { Picture } from '~/ui/picture'

/** The three round icons of the package step and what they open; `Some Entry` is spelt as it was given (rule V1). */
export const PREVIEWS = [
  { id: 'smoke-entry', label: 'Some Entry', title: 'Smoke Entry', picture: '/media/previews/smoke-entry.webp' },
  { id: 'candle-path', label: 'Candle Path', title: 'Candle Path', picture: '/media/previews/candle-path.webp' },
  { id: 'rose-table', label: 'Rose Table', title: 'Rose On Table', picture: '/media/previews/rose-table.webp' },
] as const

/** The Smoke Entry and Candle Path videos and the Rose On Table picture. */
export function PreviewDialog({ preview, closeTo }: { preview: string | null; closeTo: string }) {
  const shown = PREVIEWS.find(({ id }) => id === preview)
  if (!shown) return null
  return (
    <Dialog title={shown.title} closeTo={closeTo}>
      {shown.id === 'rose-table' ? (
        <Picture
          src={shown.picture}
          alt={altOf(shown.picture)}
          sizes="36rem"
          width={1000}
          height={1000}
          className="w-full rounded-xl"
          eager
        />
      ) : (
        <video
          src={`/media/clips/${shown.id}.mp4`}
          poster={`/media/clips/${shown.id}.webp`}
          aria-label={altOf(`/media/clips/${shown.id}.mp4`)}
          width={1280}
          height={720}
          className="h-auto w-full rounded-xl"
          autoPlay
          muted
          loop
          playsInline
          controls
        />
      )}
    </Dialog>
  )
}
