import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { isMissing } from './disk-faults.ts'
import { isPlace, type ListedFile } from './file-store.ts'

const FOLDER = /^[0-9a-hjkmnp-tv-z]{2}$/

/** Lists the files below `{folder}/{2}/{2}` in ascending order of their places. Ignores whatever else lies there. */
export async function listFolder(
  folder: string,
  request: { after: string | null; limit: number },
): Promise<ListedFile[]> {
  const files: ListedFile[] = []
  if (request.limit <= 0) return files
  const after = request.after ?? ''
  for (const first of await listNames(folder, (name) => FOLDER.test(name) && name >= after.slice(0, 2))) {
    const start = first === after.slice(0, 2) ? after.slice(2, 4) : ''
    const inFirst = path.join(folder, first)
    for (const second of await listNames(inFirst, (name) => FOLDER.test(name) && name >= start)) {
      const inSecond = path.join(inFirst, second)
      const isOurs = (name: string) => isPlace(name) && name.startsWith(first + second) && name > after
      for (const place of await listNames(inSecond, isOurs)) {
        const found = await stat(path.join(inSecond, place)).catch(missingAsNull)
        if (found?.isFile()) files.push({ place, bytes: found.size, modifiedAt: found.mtime })
        if (files.length === request.limit) return files
      }
    }
  }
  return files
}

async function listNames(folder: string, isWanted: (name: string) => boolean): Promise<string[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    const isFile = error instanceof Error && 'code' in error && error.code === 'ENOTDIR'
    return isFile ? null : missingAsNull(error)
  })
  return (names ?? []).filter(isWanted).sort()
}

/** A file may be deleted, and a folder not yet made, while the list is read. */
function missingAsNull(error: unknown): null {
  if (isMissing(error)) return null
  throw error
}
