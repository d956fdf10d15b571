import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { countedBytes } from '../../../../src/domain/files/file-limits.ts'
import { MARKER_NAME } from '../../../../src/store/files/file-store.ts'
import { openStoredRows } from '../../../support/stores/stored-rows.ts'
import { type Entry, TOKEN } from '../clients/client-ledger.ts'
import { createFile } from '../clients/sent-files.ts'

/**
 * Checks that each submission that was acknowledged has all of its files, each once and with the bytes that were sent; that
 * the bytes of accounts are those of their files; and that nothing else is stored (an hour after the last fault).
 *
 * @param evidence.sent sizes of the files of each submission, by its token
 * @param evidence.folder folder of all files
 */
export async function checkFiles(evidence: {
  database: string
  folder: string
  entries: readonly Entry[]
  sent: ReadonlyMap<string, readonly number[]>
}): Promise<string[]> {
  await using database = await openStoredRows(evidence.database)
  const rows = await database.all(
    `select files.place, files.bytes, files.sha256, submissions.fields from files
       join submissions on submissions.key = files.submission_key order by files.key`,
  )
  const accounts = await database.all(
    `select accounts.key, accounts.stored_bytes, files.bytes from accounts left join files on files.account_key = accounts.key`,
  )
  const byToken = Map.groupBy(rows, (row) => TOKEN.exec(String(row.fields))?.[0] ?? '')
  const onDisk = listStoredFiles(evidence.folder)
  const broken: string[] = []

  for (const { kind, operation, token } of evidence.entries) {
    const sizes = evidence.sent.get(token)
    if (operation !== 'submit' || !sizes) continue
    const stored = byToken.get(token) ?? []
    // An unknown one may be stored or not, but never in part.
    if (kind !== 'ok' && stored.length === 0) continue
    const hashes = sizes.map((bytes, number) => sha256(createFile({ token, number, bytes })))
    if (stored.map((row) => row.sha256).join() !== hashes.join())
      broken.push(`${token} was sent with ${sizes.length} files, and ${stored.length} rows are not theirs`)
  }
  for (const { place, bytes, sha256: hash } of rows) {
    const file = onDisk.get(String(place))
    if (file === undefined) broken.push(`the bytes of ${place} are lost`)
    else if (sha256(readFileSync(file)) !== hash)
      broken.push(`${place} has other bytes than the ${bytes} of its row`)
  }
  const named = new Set(rows.map(({ place }) => String(place)))
  if (named.size !== rows.length) broken.push('two files have one place')
  for (const name of onDisk.keys())
    if (!named.has(name)) broken.push(`no row names ${name}, and it is stored`)
  for (const [key, files] of Map.groupBy(accounts, (row) => row.key)) {
    const sizes = files.flatMap(({ bytes }) => (bytes === null ? [] : [{ bytes: Number(bytes) }]))
    const sum = sizes.reduce((total, file) => total + countedBytes(file), 0)
    if (Number(files[0]?.stored_bytes) !== sum)
      broken.push(`the account ${key} counts ${files[0]?.stored_bytes} bytes, its files are ${sum}`)
  }
  return broken
}

/** Lists all files below a folder by their names, also those that are being received, and without the marker. */
export function listStoredFiles(folder: string): Map<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return new Map(
    entries
      .filter((entry) => entry.isFile() && entry.name !== MARKER_NAME)
      .map((entry) => [entry.name, path.join(entry.parentPath, entry.name)]),
  )
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
