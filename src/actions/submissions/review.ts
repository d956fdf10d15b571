import type { EndpointFacts } from '../../domain/endpoints/endpoint.ts'
import { findDoubts, MAX_REVIEW_AGE_MS } from '../../domain/spam/doubt.ts'
import { stringifyFields } from '../../domain/submissions/fields.ts'
import type { Folder } from '../../domain/submissions/folder.ts'
import { isFiltered } from '../../domain/submissions/submission.ts'
import { later } from '../../domain/time.ts'
import type { InboxSubmission } from '../../store/submissions/inbox-list.ts'
import type { Caller } from '../accounts/caller.ts'
import type { Context } from '../context.ts'
import { markAndRecord } from './marking.ts'
import { type SubmissionView, toSubmissionFilter, toSubmissionView } from './owned-submissions.ts'

/** Maximum number of submissions that are listed for a review. */
export const MAX_DOUBTFUL = 50
/** Maximum number of submissions of a folder that are checked, the newest. */
export const MAX_CHECKED = 100

/** Characters of fields after which no further submission is scored: about 25 ms of processor time. */
const MAX_SCORED_CHARACTERS = 256 * 1024

/** A submission of which the owner should say whether it is spam, and what speaks for it. */
export type DoubtfulSubmission = { submission: SubmissionView; doubts: readonly string[] }

/** Lists what the caller should review in the inbox and the spam folder, newest first. Content that is encrypted is left out. */
export async function listDoubtful(
  context: Context,
  caller: Caller,
  { now }: { now: Date },
): Promise<DoubtfulSubmission[]> {
  const found = [
    ...(await listUnmoved(context, caller, { folder: 'inbox', now })),
    ...(await listUnmoved(context, caller, { folder: 'spam', now })),
  ].sort((one, other) => other.key - one.key)
  const forms = new Map<string, EndpointFacts | null>()
  const doubtful: DoubtfulSubmission[] = []
  let scored = 0
  for (const submission of found) {
    if (doubtful.length === MAX_DOUBTFUL) break
    if (submission.spamReasons === null) scored += stringifyFields(submission.fields).length
    if (scored > MAX_SCORED_CHARACTERS) break
    const { endpointId } = submission
    if (!forms.has(endpointId)) forms.set(endpointId, await findFiltered(context, endpointId))
    const form = forms.get(endpointId)
    const doubts = form ? findDoubts(form, submission) : null
    if (doubts) doubtful.push({ submission: toSubmissionView(context, submission), doubts })
  }
  return doubtful
}

async function listUnmoved(
  context: Context,
  caller: Caller,
  { folder, now }: { folder: Folder; now: Date },
): Promise<InboxSubmission[]> {
  const after = later(now, -MAX_REVIEW_AGE_MS)
  const selection = { endpointId: null, folders: [folder], unread: null, after, before: null, terms: [] }
  const filter = await toSubmissionFilter(context, caller, selection)
  if (filter.kind === 'refused') return []
  const page = { limit: MAX_CHECKED, olderThan: null }
  const { submissions } = await context.store.inbox.listSubmissions({ ...filter.filter, ...page })
  return submissions.filter(
    (one) =>
      !one.isMoved &&
      !one.isTest &&
      one.importedAt === null &&
      one.answer === null &&
      one.ciphertext === null,
  )
}

async function findFiltered(context: Context, endpointId: string): Promise<EndpointFacts | null> {
  const found = await context.store.findEndpoint(endpointId)
  return found && isFiltered(found.endpoint) ? found.endpoint : null
}

/**
 * Stores the caller's word on whether submissions in the inbox or the spam folder are spam: it moves and teaches as the folders
 * do, and confirming a verdict teaches too. Null takes it back. Returns the number that it changed; those of others are ignored.
 */
export async function reviewSubmissions(
  context: Context,
  caller: Caller,
  request: { ids: readonly string[]; isSpam: boolean | null; now: Date },
): Promise<number> {
  const { ids, isSpam, now } = request
  return (await markAndRecord(context, caller, { ids, mark: { kind: 'verdict', isSpam }, now })).length
}
