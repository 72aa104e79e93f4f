/** Bytes of a disk: all of it, and what a program may still write. */
export interface DiskRoom {
  free: number
  size: number
}

const GIBIBYTE = 1024 ** 3

/**
 * Whether the owner is told that a disk is nearly full (rule K25): less than a gibibyte is free, and less than a tenth of it. A backup of the
 * embedded database needs some of that, and with none nothing can be booked.
 */
export const isNearlyFull = ({ free, size }: DiskRoom): boolean => free < Math.min(GIBIBYTE, size / 10)

/** What is free, in words: “0.4 of 20.0 GB”. */
export const roomWords = ({ free, size }: DiskRoom): string =>
  `${(free / GIBIBYTE).toFixed(1)} of ${(size / GIBIBYTE).toFixed(1)} GB`
