import { useMemo } from 'react'
import { encode } from 'uqr'

/** A code for a telephone's camera: dark on white, drawn here and not by a stranger. */
export function ScanCode({ link, label }: { link: string; label: string }) {
  const { size, path } = useMemo(() => {
    const { data, size: wide } = encode(link, { ecc: 'M', border: 2 })
    const cells = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
    return { size: wide, path: cells.join('') }
  }, [link])
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} className="mx-auto w-full max-w-64 rounded-xl">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}
