import type { Refused } from '../../domain/refusal.ts'
import type { Field } from '../../domain/submissions/fields.ts'
import type { Caller } from '../accounts/caller.ts'
import type { Context, PreviewedEmail } from '../context.ts'

/** Content of a preview before the first submission. */
const SAMPLE: readonly Field[] = [
  { name: 'name', value: 'Grace Hopper' },
  { name: 'email', value: 'grace@navy.mil' },
  { name: 'message', value: 'Hello,\n\nthis is what a message from your form looks like.\n\nGrace' },
]

/** Previews an email of an endpoint of the caller as it would be sent now, with its newest submission or a sample. */
export async function previewEmail(
  context: Context,
  caller: Caller,
  request: { endpointId: string; kind: 'claim' | 'submission'; now: Date },
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
    limit: 1,
    olderThan: null,
  })
  const [key] = keys
  const newest = key === undefined ? null : await inbox.findSubmission(caller.accountKey, key)
  const submission = newest ?? { key: 1, receivedAt: now, fields: SAMPLE }
  return {
    kind: 'previewed',
    email: await context.previewEmail({
      kind,
      endpoint: found.endpoint,
      submission: { ...submission, id: context.keys.submissionId(submission.key) },
    }),
  }
}
