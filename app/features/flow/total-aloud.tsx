import { useState } from 'react'
import { formatRupees, type Paise } from '~/domain/money'

/**
 * Says what it comes to now, to who does not see the Order Summary change beside what was pressed: as it is saved, so that who types
 * is not interrupted at every letter. Of a total that stands as it was found nothing is said. It stands outside of the step, which is
 * drawn anew when selections are brought back.
 */
export function TotalAloud({ total }: { total: Paise }) {
  const [found, setFound] = useState<Paise | null>(total)
  if (found !== null && total !== found) setFound(null)
  return (
    <p role="status" className="sr-only">
      {found === null && `Total ${formatRupees(total)}`}
    </p>
  )
}
