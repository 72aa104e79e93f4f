import { Dialog } from '~/ui/dialog'
import { Picture } from '~/ui/picture'
import type { Preview } from './previews'

/** The Smoke Entry and Candle Path videos and the Rose On Table picture. */
export function PreviewDialog({ preview, closeTo }: { preview: Preview | null; closeTo: string }) {
  if (!preview) return null
  const { title, picture, clip, alt } = preview
  return (
    <Dialog title={title} closeTo={closeTo}>
      {clip ? (
        <video
          src={`${clip}.mp4`}
          poster={`${clip}.webp`}
          aria-label={alt}
          width={1280}
          height={720}
          className="h-auto w-full rounded-xl"
          autoPlay
          muted
          loop
          playsInline
          controls
        />
      ) : (
        <Picture src={picture} alt={alt} sizes="36rem" width={1000} height={1000} className="w-full rounded-xl" eager />
      )}
    </Dialog>
  )
}
