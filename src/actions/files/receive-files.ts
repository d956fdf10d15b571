import type { SendingPage } from '../../domain/endpoints/allowed-origins.ts'
import { checkFiles, type FileLimits, getFileLimits, refuseFile } from '../../domain/files/file-limits.ts'
import type { AttachedFile } from '../../domain/files/stored-file.ts'
import { findPlan } from '../../domain/plans/plan.ts'
import type { Refused } from '../../domain/refusal.ts'
import { checkSendingPage } from '../../domain/submissions/submission.ts'
import { StoreUnavailable } from '../../store/contract/errors.ts'
import type { SpooledFile } from '../../store/files/spool.ts'
import type { Context } from '../context.ts'

export type { SpooledFile } from '../../store/files/spool.ts'

/** The decision on the headers of a submission with files. `accept`: the list of its settings. */
export type Admission = { kind: 'admitted'; limits: FileLimits; accept: readonly string[] } | Refused

/** A file that was received and judged, before it is stored. */
export type ReceivedFile = { field: string; name: string; type: string; spooled: SpooledFile }

/**
 * Decides before the first byte of a file is read if a form takes files now: the state of the form, the sending page, its
 * settings, the plan and the storage of its owner, and the space on the volumes of the database and of the files.
 */
export async function admitFiles(
  context: Context,
  request: { formId: string; page: SendingPage; now: Date },
): Promise<Admission> {
  const { store, spool } = context
  if (!store.hasRoom() || !(await spool.hasRoom())) return { kind: 'refused', refusal: { code: 'disk_full' } }
  const found = await store.findEndpoint(request.formId)
  if (!found) return { kind: 'refused', refusal: { code: 'endpoint_not_found' } }
  const { endpoint, accountKey } = found
  const plan = findPlan(context, found.plan)
  const refusal = checkSendingPage({ endpoint, plan, ...request })
  if (refusal) return { kind: 'refused', refusal }
  const limits = getFileLimits(endpoint, plan)
  if (limits === null || accountKey === null) return { kind: 'refused', refusal: refuseFile() }
  const storedBytes = await store.files.loadStoredBytes(accountKey)
  // The smallest file: larger ones are judged when they are saved.
  const full = checkFiles({ endpoint, plan, storedBytes, files: [{ field: '', name: '', bytes: 1 }] })
  if (full) return { kind: 'refused', refusal: full }
  return { kind: 'admitted', limits, accept: endpoint.settings.files.accept }
}

/** Writes a file to the spool as it arrives. Whoever gets it stores or discards it. */
export function spoolFile({ spool }: Context, source: AsyncIterable<Uint8Array>): Promise<SpooledFile> {
  return spool.write(source)
}

/**
 * Stores received files under new places, flushed. A file of which that fails, and those before it, are deleted; after a crash
 * the sweep deletes them.
 *
 * @throws FilesUnavailable
 */
export async function storeFiles(
  context: Context,
  received: readonly ReceivedFile[],
): Promise<readonly AttachedFile[]> {
  const { fileStore, keys, hasScanner } = context
  const scan = hasScanner ? 'waiting' : 'none'
  const stored: AttachedFile[] = []
  try {
    for (const { field, name, type, spooled } of received) {
      const { bytes, sha256 } = spooled
      const place = keys.newFilePlace()
      stored.push({ field, name, type, bytes, sha256, place, scan })
      await fileStore.put(place, spooled)
    }
  } catch (error) {
    await deleteFiles(context, stored)
    throw error
  }
  return stored
}

/** Reasons for which a change was certainly not stored; after others the sweep decides. */
const NOT_STORED: ReadonlySet<StoreUnavailable['reason']> = new Set(['busy', 'overloaded', 'full'])

/** Deletes the bytes of files whose submission failed with this error, if it was certainly not stored. */
export async function deleteFilesAfter(
  context: Context,
  { files, error }: { files: readonly AttachedFile[]; error: unknown },
): Promise<void> {
  if (error instanceof StoreUnavailable && NOT_STORED.has(error.reason)) await deleteFiles(context, files)
}

/** Deletes the bytes of files that no submission got. The sweep deletes what cannot be deleted now. */
export async function deleteFiles({ fileStore }: Context, files: readonly AttachedFile[]): Promise<void> {
  await Promise.allSettled(files.map(({ place }) => fileStore.delete(place)))
}
