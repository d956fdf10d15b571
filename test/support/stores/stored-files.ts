import assert from 'node:assert/strict'
import { checkFiles, countedBytes } from '../../../src/domain/files/file-limits.ts'
import type { AttachedFile } from '../../../src/domain/files/stored-file.ts'
import { PLANS } from '../../../src/domain/plans/plan.ts'
import type { Store } from '../../../src/store/store.ts'
import { NOW } from './stores.ts'

let made = 0

/** A file as it is attached, under a place of its own. */
export function newAttachedFile(bytes: number): AttachedFile {
  made += 1
  return {
    field: 'cv',
    name: `cv-${made}.pdf`,
    type: 'application/pdf',
    bytes,
    sha256: made.toString(16).padStart(64, '0'),
    place: String(made).padStart(26, '0'),
    scan: 'none',
  }
}

/** Stores a submission with files unless the plan Free is full; returns its key, or null. */
export async function receiveFiles(
  store: Store,
  endpointId: string,
  options: { files: readonly AttachedFile[]; now?: Date; spamReasons?: readonly string[] | null },
): Promise<number | null> {
  const { files, now = NOW, spamReasons = null } = options
  const stored = await store.change<number | null>({
    endpointId,
    now,
    idempotencyKey: null,
    hasFiles: true,
    decide({ found, nextKey: newKey, storedBytes }) {
      const endpoint = found?.endpoint ?? assert.fail('it does not exist')
      const taking = {
        ...endpoint,
        settings: { ...endpoint.settings, files: { ...endpoint.settings.files, on: true } },
      }
      const refusal = checkFiles({ endpoint: taking, plan: PLANS.free, storedBytes, files })
      if (refusal) return { answer: null, remember: false, consequences: [] }
      const key = newKey()
      return {
        answer: key,
        remember: false,
        consequences: [
          { kind: 'submission', key, text: '[]', spamReasons, fileCount: files.length },
          { kind: 'files', submissionKey: key, files },
        ],
      }
    },
  })
  return stored.kind === 'fresh' ? stored.answer : assert.fail(stored.kind)
}

/** Bytes that these files count. */
export function sumCounted(files: readonly AttachedFile[]): number {
  return files.reduce((sum, file) => sum + countedBytes(file), 0)
}
