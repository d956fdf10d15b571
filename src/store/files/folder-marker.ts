import { open, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { isMissing, isTaken } from './disk-faults.ts'
import { flushFolder, makeFolder } from './durable-folder.ts'
import { MARKER_NAME } from './file-store.ts'

/** See `FileStore.readMarker`. */
export async function readMarker(folder: string): Promise<string | null> {
  try {
    return (await readFile(path.join(folder, MARKER_NAME), 'utf8')).trim()
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** See `FileStore.writeMarker`. */
export async function writeMarker(folder: string, id: string): Promise<void> {
  const file = path.join(folder, MARKER_NAME)
  await makeFolder(folder)
  const handle = await open(file, 'wx', 0o600).catch((error: unknown) => {
    if (isTaken(error)) return null
    throw error
  })
  if (!handle) return
  try {
    await handle.writeFile(`${id}\n`)
    await handle.sync()
  } catch (error) {
    // An empty marker would be that of no database.
    await rm(file, { force: true })
    throw error
  } finally {
    await handle.close()
  }
  await flushFolder(folder)
}
