import type { EndpointFacts } from '../endpoints/endpoint.ts'
import type { StoredFile } from '../files/stored-file.ts'
import type { Field } from '../submissions/fields.ts'

/** Emails that can be previewed. */
export type PreviewKind = 'claim' | 'submission' | 'digest' | 'spam_digest'

type PreviewedSubmission = { receivedAt: Date; fields: readonly Field[]; files: readonly StoredFile[] }

/** Everything that a preview of an email is composed from. `submissions`: those of an email of several, newest first. */
export type EmailPreview = {
  kind: PreviewKind
  endpoint: EndpointFacts
  submission: PreviewedSubmission & { id: string }
  submissions: readonly (PreviewedSubmission & { key: number })[]
  isScanRequired: boolean
  now: Date
}
