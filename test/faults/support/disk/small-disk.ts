import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const BALLAST = 'ballast'

/** Separate disk, small enough to be filled. */
type SmallDisk = Disposable & {
  folder: string
  /** Fills the disk except for this many bytes. */
  fill(leaveBytes: number): void
  /** Frees the space again. */
  clear(): void
}

/** Mounts a disk in memory on a new folder. Returns the reason when this user may not. */
export function mountSmallDisk(folder: string, bytes: number): SmallDisk | string {
  mkdirSync(folder)
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes},mode=700`, 'tmpfs', folder])
  if (mounted.status !== 0) {
    return `a small disk cannot be mounted here: ${mounted.stderr?.toString().trim() || 'mount is not there'}`
  }
  const ballast = path.join(folder, BALLAST)
  return {
    folder,
    fill(leaveBytes) {
      const { bavail, bsize } = statfsSync(folder)
      const size = Math.max(0, bavail * bsize - leaveBytes)
      try {
        writeFileSync(ballast, Buffer.alloc(size), { flag: 'a' })
      } catch (error) {
        // The service wrote meanwhile: the disk is full anyway.
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
      }
    },
    clear: () => rmSync(ballast, { force: true }),
    [Symbol.dispose]: () => {
      spawnSync('umount', ['-l', folder])
    },
  }
}
