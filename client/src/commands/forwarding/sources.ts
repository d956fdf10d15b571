import { composeEventBody, type FileData } from '../../../../src/domain/destinations/webhook-event.ts'
import type { Event, StoredSubmission } from '../../api/schema.ts'
import type { Target } from '../../settings/base.ts'
import { CommandFailure, EXIT } from '../../terminal/failure.ts'
import { call } from '../call.ts'
import type { Source } from './follow.ts'
import type { Outgoing } from './forward.ts'

/** Where the owner reads: the instance and the key. */
type Reader = { origin: string; key: string }

/** Makes the request for one attempt: links to files work for minutes. */
export type Prepare = () => Promise<Outgoing>

/** Returns the submissions of the account, or of one form, as `submission.created`. */
export function followSubmissions(reader: Reader, form: Target | null): Source<Prepare> {
  const { origin, key } = reader
  const url = new URL(`${origin}/api/v1/submissions?folder=all`)
  if (form) url.searchParams.set('endpoint', form.id)
  return {
    streamUrl: `${origin}/api/v1/stream`,
    listUrl: url.href,
    key,
    isNews({ name, data }) {
      const { endpoint_id: id } = Object(data)
      return (name === 'submission' || name === 'changed') && (!form || id === form.id || id === null)
    },
    toEntry(item) {
      const submission = item as StoredSubmission
      const { id, received_at: received, imported_at: imported } = submission
      const value = isForwarded(submission) ? () => toSubmissionEvent(submission, reader) : null
      return { id, at: Date.parse(imported ?? received), value }
    },
  }
}

/** A webhook gets neither spam nor what was imported or withdrawn. */
function isForwarded({ folder, imported_at: imported, withdrawn_at: withdrawn }: StoredSubmission): boolean {
  return folder !== 'spam' && imported === null && withdrawn === null
}

async function toSubmissionEvent(submission: StoredSubmission, reader: Reader): Promise<Outgoing> {
  const { id, endpoint_name: name, endpoint_id: endpointId } = submission
  const type = 'submission.created'
  const body = composeEventBody({
    type,
    timestamp: new Date(submission.received_at),
    data: {
      submissionId: id,
      endpointId,
      endpointName: name,
      test: submission.test,
      spam: {
        verdict: submission.unjudged ? 'unknown' : 'ham',
        reasons: submission.spam_reasons ?? [],
      },
      fields: submission.fields.map(([field, value]) => ({ name: field, value })),
      files: await linkFiles(submission, reader),
      labels: submission.labels.map((label) => label.name),
      assignee: submission.assignee?.email ?? null,
      url: toSubmissionUrl(reader, id),
      ...(submission.ciphertext ? { withheld: true } : {}),
    },
  })
  return { id, type, label: name ?? endpointId, contentType: JSON_TYPE, body, headers: {} }
}

function toSubmissionUrl({ origin }: Reader, id: string): string {
  return `${origin}/api/v1/submissions/${id}`
}

/** Returns the files of a submission as a webhook gets them, with links that the instance makes now. */
function linkFiles({ id: submissionId, files }: StoredSubmission, reader: Reader): Promise<FileData[]> {
  return Promise.all(
    files.map(async ({ id, field, name, type, bytes, scan }) => {
      const url = await createLink(`${toSubmissionUrl(reader, submissionId)}/files/${id}/link`, reader.key)
      return { id, field, name, type, bytes, scan, url }
    }),
  )
}

/** Returns a link to a file; null where nobody may fetch it, or not any more. */
async function createLink(address: string, key: string): Promise<string | null> {
  try {
    const { json } = await call(address, { method: 'POST', key, expects: ['url'] })
    return (json as { url: string }).url
  } catch (error) {
    if (error instanceof CommandFailure && isWithoutLink(error)) return null
    throw error
  }
}

/** Returns true where the instance refuses a link to the file for good. */
function isWithoutLink({ exitCode, body }: CommandFailure): boolean {
  if (exitCode === EXIT.notFound) return true
  return body !== null && /"code":"file_(?:infected|not_scanned)"/.test(body)
}

/** Returns the events of a telemetry endpoint as `event.created`, in the envelope of webhooks. */
export function followEvents(url: string, key: string): Source<Prepare> {
  const endpointId = url.slice(url.lastIndexOf('/') + 1)
  return {
    streamUrl: `${url}/stream`,
    listUrl: `${url}/events`,
    key,
    isNews: ({ name }) => name === 'event' || name === 'missed',
    toEntry(item) {
      const { id, received_at: timestamp, ...rest } = item as Event
      const type = 'event.created'
      const data = { event_id: id, endpoint_id: endpointId, ...rest }
      const body = JSON.stringify({ type, timestamp, data })
      const event = { id, type, label: rest.name, contentType: JSON_TYPE, body, headers: {} }
      return { id, at: Date.parse(timestamp), value: async () => event }
    },
  }
}

const JSON_TYPE = 'application/json'
