import { countedBytes } from '../../domain/files/file-limits.ts'
import { newFile } from '../files/file-rows.ts'
import type { ConsequenceHandler } from './change-batch.ts'

export const files: ConsequenceHandler<'files'> = {
  collect({ submissionKey, files }, { stored, now, batch }) {
    const { accountKey } = stored
    const { storedBytes } = batch
    if (accountKey === null || storedBytes === null)
      throw new Error('files need an account and a request with hasFiles')
    for (const [number, file] of files.entries()) {
      const of = { number, submissionKey, endpointKey: stored.key, accountKey, receivedAt: now }
      batch.rows.files.push(newFile({ ...file, ...of }))
      storedBytes.add(accountKey, countedBytes(file))
    }
  },
}
