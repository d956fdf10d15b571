import type { EndpointFacts } from '../../domain/endpoints/endpoint.ts'
import type { PreviewKind } from '../../domain/outbox/email-preview.ts'
import type { EmailSettings } from '../../domain/outbox/email-settings.ts'
import { isUncertain } from '../../domain/outbox/spam-digest.ts'
import type { Refused } from '../../domain/refusal.ts'
import type { Field } from '../../domain/submissions/fields.ts'
import type { Caller } from '../accounts/caller.ts'
import type { Context, PreviewedEmail } from '../context.ts'

/** Maximum number of submissions in the preview of an email of several. */
const MAX_PREVIEWED = 5
/** Content of a preview before the first submission. */
const SAMPLE: readonly Field[] = [
  { name: 'name', value: 'Grace Hopper' },
  { name: 'email', value: 'grace@navy.mil' },
  { name: 'message', value: 'Hello,\n\nthis is what a message from your form looks like.\n\nGrace' },
]
/** Content of a preview of the email about spam before the first spam. */
const SPAM_SAMPLE: readonly Field[] = [
  { name: 'name', value: 'Marketing Team' },
  { name: 'message', value: 'We can put your website on the first page of every search engine.' },
]

/**
 * Previews an email of an endpoint of the caller as it would be sent now, with its newest submission or a sample. The email
 * about spam is as if the endpoint were the only one.
 *
 * @param request.email settings to apply to the preview without saving them
 */
export async function previewEmail(
  context: Context,
  caller: Caller,
  request: { endpointId: string; kind: PreviewKind; email: Partial<EmailSettings>; now: Date },
): Promise<{ kind: 'previewed'; email: PreviewedEmail } | Refused> {
  const { endpointId, kind, now } = request
  const isSpam = kind === 'spam_digest'
  const { inbox } = context.store
  const owned = await context.store.owned.find({ accountKey: caller.accountKey, kind: 'form', endpointId })
  if (!owned) return { kind: 'refused', refusal: { code: 'endpoint_not_found' } }
  const { keys } = await inbox.listKeys({
    accountKey: caller.accountKey,
    endpointId,
    folders: isSpam ? ['spam'] : ['inbox', 'archive'],
    terms: [],
    unread: null,
    after: null,
    before: null,
    limit: kind === 'digest' || isSpam ? MAX_PREVIEWED : 1,
    olderThan: null,
  })
  const stored = await Promise.all(keys.map((key) => inbox.findSubmission(caller.accountKey, key)))
  const sample = { key: 1, receivedAt: now, fields: isSpam ? SPAM_SAMPLE : SAMPLE, files: [] }
  const found = stored.filter((one) => one !== null)
  const newest = isSpam ? found.filter(({ spamReasons }) => isUncertain(spamReasons)) : found
  const submissions = newest.length > 0 ? newest : [sample]
  const [submission = sample] = submissions
  return {
    kind: 'previewed',
    email: await context.previewEmail({
      kind,
      endpoint: withEmailSettings(owned.endpoint, request.email),
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
