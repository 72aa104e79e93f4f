import { useEffect } from 'react'

/** Tells the page that scripts have come and taken it over, so that it does not stand as one without (http/sights-first.ts). */
export function LiveMark() {
  useEffect(() => {
    const { dataset } = document.documentElement
    dataset.live = ''
    delete dataset.late
  }, [])
  return null
}
