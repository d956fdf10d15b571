import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const BALLAST = 'ballast'

/** A disk of its own, small enough to be filled. */
type SmallDisk = Disposable & {
  folder: string
  /** Takes all space but this. */
  fill(leaveBytes: number): void
  /** Gives it back. */
  clear(): void
}

/** Mounts a disk in memory on a new folder; a sentence where this user may not. */
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
        // Somebody else wrote meanwhile: it is full all the same.
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
      }
    },
    clear: () => rmSync(ballast, { force: true }),
    [Symbol.dispose]: () => {
      spawnSync('umount', ['-l', folder])
    },
  }
}
