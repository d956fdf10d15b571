/** Stores files in the folder that the command line names, and says `stored {place}` after each. */
import { writeSync } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { openFolderFiles } from '../../../src/store/files/folder-files.ts'
import { createSpool } from '../../../src/store/files/spool.ts'

const [folder = '', ...places] = process.argv.slice(2)
const files = openFolderFiles(folder)
for (const place of places) {
  const spool = createSpool({ folder: path.join(folder, 'in'), newName: () => `name-${place}` })
  await files.put(place, await spool.write(Readable.from(Array(40).fill(Buffer.alloc(50_000, place)))))
  writeSync(1, `stored ${place}\n`)
}
