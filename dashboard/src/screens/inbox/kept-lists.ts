import type { Submission, SubmissionList, SubmissionPage } from '../../api/submissions.ts'

/** The list with these rows changed; pages without them stay the same objects. */
export function withChanged(
  list: SubmissionList,
  ids: ReadonlySet<string>,
  change: (submission: Submission) => Submission,
): SubmissionList {
  return eachPage(list, (data) =>
    data.some(({ id }) => ids.has(id))
      ? data.map((submission) => (ids.has(submission.id) ? change(submission) : submission))
      : data,
  )
}

/** The list without these rows. */
export function without(list: SubmissionList, ids: ReadonlySet<string>): SubmissionList {
  return eachPage(list, (data) =>
    data.some(({ id }) => ids.has(id)) ? data.filter(({ id }) => !ids.has(id)) : data,
  )
}

/** The list with these rows where they belong by their time, newest first; those that stand in it stay. */
export function withInserted(list: SubmissionList, submissions: readonly Submission[]): SubmissionList {
  const present = new Set(list.pages.flatMap(({ data }) => data.map(({ id }) => id)))
  const missing = submissions.filter(({ id }) => !present.has(id))
  if (missing.length === 0) return list
  const last = list.pages.length - 1
  const rest = [...missing].sort((one, other) => (one.received_at < other.received_at ? 1 : -1))
  const pages = list.pages.map((page, index): SubmissionPage => {
    const oldest = page.data.at(-1)?.received_at ?? ''
    const here = index === last ? rest.length : countNewer(rest, oldest)
    return here === 0 ? page : { ...page, data: merged(page.data, rest.splice(0, here)) }
  })
  return { ...list, pages }
}

/** The list with another number of unread ones on its first page. */
export function withUnread(list: SubmissionList, unread: number | undefined): SubmissionList {
  const [first, ...others] = list.pages
  if (!first || unread === undefined || first.unread === unread) return list
  return { ...list, pages: [{ ...first, unread }, ...others] }
}

function eachPage(list: SubmissionList, change: (data: Submission[]) => Submission[]): SubmissionList {
  const pages = list.pages.map((page) => {
    const data = change(page.data)
    return data === page.data ? page : { ...page, data }
  })
  return { ...list, pages }
}

function countNewer(sorted: readonly Submission[], than: string): number {
  const index = sorted.findIndex(({ received_at }) => received_at <= than)
  return index === -1 ? sorted.length : index
}

function merged(data: readonly Submission[], added: readonly Submission[]): Submission[] {
  const all = [...data]
  for (const submission of added) {
    const place = all.findIndex(({ received_at }) => received_at <= submission.received_at)
    all.splice(place === -1 ? all.length : place, 0, submission)
  }
  return all
}
