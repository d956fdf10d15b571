import type { Endpoint, StoredSubmission } from '../schema.ts'

/** Narrows a list of forms, telemetry endpoints or queues. */
export type OwnedFilter = { state?: Endpoint['state'] | undefined; q?: string | undefined }

/** Narrows a list of submissions. */
export type SubmissionFilter = {
  endpoint?: string | undefined
  folder?: StoredSubmission['folder'] | 'all' | undefined
  unread?: 1 | undefined
  starred?: 1 | undefined
  /** Id of a label. */
  label?: string | undefined
  /** `me`, `nobody`, or the id of a person. */
  assigned?: string | undefined
  q?: string | undefined
  after?: string | undefined
  before?: string | undefined
}
