import type { EndpointFacts } from '../../domain/endpoints/endpoint.ts'
import type { EmailSettings } from '../../domain/outbox/email-settings.ts'
import type { Refused } from '../../domain/refusal.ts'
import type { Field } from '../../domain/submissions/fields.ts'
import type { Caller } from '../accounts/caller.ts'
import type { Context, PreviewedEmail, PreviewKind } from '../context.ts'

/** Maximum number of submissions in the preview of a digest. */
const MAX_PREVIEWED = 5
/** Content of a preview before the first submission. */
const SAMPLE: readonly Field[] = [
  { name: 'name', value: 'Grace Hopper' },
  { name: 'email', value: 'grace@navy.mil' },
  { name: 'message', value: 'Hello,\n\nthis is what a message from your form looks like.\n\nGrace' },
]

/**
 * Previews an email of an endpoint of the caller as it would be sent now, with its newest submission or a sample.
 *
 * @param request.email settings to apply to the preview without saving them
 */
export async function previewEmail(
  context: Context,
  caller: Caller,
  request: { endpointId: string; kind: PreviewKind; email: Partial<EmailSettings>; now: Date },
): Promise<{ kind: 'previewed'; email: PreviewedEmail } | Refused> {
  const { endpointId, kind, now } = request
  const { inbox } = context.store
  const found = await context.store.owned.find({ accountKey: caller.accountKey, kind: 'form', endpointId })
  if (!found) return { kind: 'refused', refusal: { code: 'endpoint_not_found' } }
  const { keys } = await inbox.listKeys({
    accountKey: caller.accountKey,
    endpointId,
    folders: ['inbox', 'archive'],
    terms: [],
    unread: null,
    after: null,
    before: null,
    limit: kind === 'digest' ? MAX_PREVIEWED : 1,
    olderThan: null,
  })
  const stored = await Promise.all(keys.map((key) => inbox.findSubmission(caller.accountKey, key)))
  const sample = { key: 1, receivedAt: now, fields: SAMPLE, files: [] }
  const newest = stored.filter((one) => one !== null)
  const submissions = newest.length > 0 ? newest : [sample]
  const [submission = sample] = submissions
  return {
    kind: 'previewed',
    email: await context.previewEmail({
      kind,
      endpoint: withEmailSettings(found.endpoint, request.email),
      submission: { ...submission, id: context.keys.submissionId(submission.key) },
      submissions,
      isScanRequired: context.isScanRequired,
      now,
    }),
  }
}

function withEmailSettings(endpoint: EndpointFacts, tried: Partial<EmailSettings>): EndpointFacts {
  const { settings } = endpoint
  return { ...endpoint, settings: { ...settings, email: { ...settings.email, ...tried } } }
}
