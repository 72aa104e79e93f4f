import type { WheelEvent } from 'react'

/** Of a field of numbers: who scrolls on with the pointer over the one that they typed in counts nothing up or down. */
export const UNWHEELED = {
  onWheel: ({ currentTarget }: WheelEvent<HTMLInputElement>) => currentTarget.blur(),
}
