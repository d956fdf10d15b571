import type { Refused } from '../../domain/refusal.ts'
import { MAX_IMPORT_ROWS } from '../../domain/submissions/import.ts'
import type { Clock } from '../../domain/time.ts'
import type { ImportedSubmission } from '../../store/submissions/import-submissions.ts'
import { type Caller, toActor } from '../accounts/caller.ts'
import type { Context } from '../context.ts'
import { confirmOwnedEndpoint } from '../endpoints/confirm-endpoint.ts'

export type { ImportedSubmission } from '../../store/submissions/import-submissions.ts'

/** Maximum number and length of the rows of one transaction. */
const MAX_BATCH_ROWS = 1000
const MAX_BATCH_LENGTH = 1024 * 1024

type Imported = { kind: 'imported'; imported: number; skipped: number } | Refused

/**
 * Imports submissions into a form of the caller, which confirms the form: read and in the archive. They are neither sent nor
 * counted. Rows that the form has from an earlier import are skipped, so that an import can be repeated. Refused while the form
 * stores submissions encrypted: a file of rows would keep the encryption busy for minutes.
 *
 * @param request.rows in the order in which lists show them, from the last to the first
 * @param request.count number of rows, for the audit log
 */
export async function importSubmissions(
  context: Context,
  caller: Caller,
  request: { endpointId: string; rows: AsyncIterable<ImportedSubmission>; count: number; clock: Clock },
): Promise<Imported> {
  const { endpointId, clock } = request
  const { accountKey } = caller
  const { store } = context
  const found = await store.owned.find({ accountKey, kind: 'form', endpointId })
  if (!found) return refused('endpoint_not_found')
  if (found.endpoint.retiredAt) return refused('endpoint_retired')
  if (found.endpoint.suspension) return refused('endpoint_suspended')
  if (found.endpoint.settings.store === 'encrypted') return refused('storage_encrypted')
  await confirmOwnedEndpoint(context, caller, { endpointId, kind: 'form', now: clock.now() })
  let [imported, skipped] = [0, 0]
  for await (const rows of inBatches(request.rows)) {
    if (!store.hasRoom()) return refused('disk_full')
    const audit = imported === 0 ? { by: toActor(caller), detail: String(request.count) } : null
    const outcome = await store.inbox.import({
      ...{ accountKey, endpointId, rows, audit },
      maxStored: MAX_IMPORT_ROWS,
      now: clock.now(),
    })
    if (outcome.kind === 'unknown') return refused('endpoint_not_found')
    if (outcome.kind === 'encrypted') return refused('storage_encrypted')
    if (outcome.kind === 'full') {
      const message = `A form holds at most ${MAX_IMPORT_ROWS} imported submissions. ${imported} were imported.`
      return { kind: 'refused', refusal: { code: 'limit_reached', message } }
    }
    imported += outcome.count
    skipped += rows.length - outcome.count
  }
  return { kind: 'imported', imported, skipped }
}

async function* inBatches(rows: AsyncIterable<ImportedSubmission>): AsyncGenerator<ImportedSubmission[]> {
  let batch: ImportedSubmission[] = []
  let length = 0
  for await (const row of rows) {
    batch.push(row)
    length += row.text.length
    if (batch.length < MAX_BATCH_ROWS && length < MAX_BATCH_LENGTH) continue
    yield batch
    batch = []
    length = 0
  }
  if (batch.length > 0) yield batch
}

function refused(
  code: 'endpoint_not_found' | 'endpoint_retired' | 'endpoint_suspended' | 'storage_encrypted' | 'disk_full',
): Refused {
  return { kind: 'refused', refusal: { code } }
}
