import type { Refused } from '../../domain/refusal.ts'
import type { SubmissionFilter } from '../../store/submissions/inbox-reads.ts'
import type { Caller } from '../accounts/caller.ts'
import type { Context } from '../context.ts'
import {
  type Selection,
  type SubmissionView,
  toSubmissionFilter,
  toSubmissionView,
} from './owned-submissions.ts'

/** Submissions per read: few enough that other requests hardly wait. */
const PAGE_SIZE = 100

/** The selected submissions, in pages. Submissions that arrive after the request are not part of it. */
export type Export = { kind: 'export'; pages(): AsyncGenerator<SubmissionView[]> }

/** Exports the caller's selected submissions: endpoint by endpoint, newest first, and all together with a star, label or assignee; test submissions only on request. */
export async function exportSubmissions(
  context: Context,
  caller: Caller,
  { tests, ...selection }: Selection & { tests: 'included' | 'left out' },
): Promise<Export | Refused> {
  const found = await toSubmissionFilter(context, caller, selection)
  if (found.kind === 'refused') return found
  const places = await listPlaces(context, found.filter)
  return { kind: 'export', pages: () => readPages(context, { ...found.filter, tests }, places) }
}

/** An endpoint, and its newest submission at the time of the request. */
type Place = { endpointId: string | null; newestKey: number }

async function listPlaces(context: Context, filter: SubmissionFilter): Promise<Place[]> {
  const { accountKey, endpointId } = filter
  const { starred, labelKey, assignee = null } = filter
  // Few, and listed together: each form would read all with this mark again.
  if (starred || labelKey || typeof assignee === 'number')
    return [{ endpointId, newestKey: Number.MAX_SAFE_INTEGER - 1 }]
  const { owned } = context.store
  const all = { accountKey, kind: 'form', state: null, before: null, limit: Number.MAX_SAFE_INTEGER } as const
  const endpoints =
    endpointId === null
      ? await owned.list(all)
      : [await owned.find({ accountKey, kind: 'form', endpointId })].filter((one) => one !== null)
  return endpoints
    .filter(({ newestKey }) => newestKey > 0)
    .map(({ endpoint, newestKey }) => ({ endpointId: endpoint.id, newestKey }))
}

async function* readPages(
  context: Context,
  { tests, ...filter }: SubmissionFilter & { tests: 'included' | 'left out' },
  places: readonly Place[],
): AsyncGenerator<SubmissionView[]> {
  for (const { endpointId, newestKey } of places) {
    let olderThan: number | null = newestKey + 1
    while (olderThan !== null) {
      const page = await context.store.inbox.listSubmissions({
        ...filter,
        endpointId,
        limit: PAGE_SIZE,
        olderThan,
      })
      yield page.submissions
        .filter((submission) => tests === 'included' || !submission.isTest)
        .map((submission) => toSubmissionView(context, submission))
      olderThan = page.next
    }
  }
}
