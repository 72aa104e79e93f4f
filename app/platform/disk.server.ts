import { statfs } from 'node:fs/promises'
import type { DiskRoom } from '~/domain/disk-room'

export interface Disk {
  /** How much room the disk has on which the program's data lies; undefined where it does not say. */
  room(): Promise<DiskRoom | undefined>
}

/** The disk of a folder that exists, or of the current one where it does not yet. */
export const diskOf = (folder: string): Disk => ({
  async room() {
    const { bavail, blocks, bsize } = await statfs(folder).catch(() => statfs('.'))
    return blocks ? { free: bavail * bsize, size: blocks * bsize } : undefined
  },
})
