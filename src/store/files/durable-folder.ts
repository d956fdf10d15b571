import { mkdir, open } from 'node:fs/promises'
import path from 'node:path'

/**
 * Makes a folder and those around it where they do not exist, and flushes what it made.
 *
 * @returns the outermost folder that it made, if any
 */
export async function makeFolder(folder: string): Promise<string | undefined> {
  const outermost = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (outermost === undefined) return undefined
  for (let each = folder; isWithin(each, outermost); each = path.dirname(each)) await flushEntry(each)
  return outermost
}

/** Flushes the names in a folder. */
export async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Flushes the name of a folder in the folder around it. */
export function flushEntry(folder: string): Promise<void> {
  return flushFolder(path.dirname(folder))
}

/** Returns true for a folder and all below it. */
export function isWithin(folder: string, outer: string): boolean {
  return folder === outer || folder.startsWith(outer + path.sep)
}
