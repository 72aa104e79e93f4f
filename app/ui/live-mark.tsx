import { useEffect } from 'react'

/** Tells style sheets that scripts have come and taken the page over, so that what stands in for them can go (app.css). */
export function LiveMark() {
  useEffect(() => {
    document.documentElement.dataset.live = ''
  }, [])
  return null
}
