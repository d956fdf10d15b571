import type { SubmissionPage } from '../../../api/schema.ts'
import type { Submission, SubmissionList } from '../../../api/submissions/submissions.ts'

/** Returns the list with changed rows; untouched pages keep their identity. */
export function withChanged(
  list: SubmissionList,
  rows: { ids: ReadonlySet<string>; change: (submission: Submission) => Submission },
): SubmissionList {
  const { ids, change } = rows
  return eachPage(list, (data) =>
    data.some(({ id }) => ids.has(id))
      ? data.map((submission) => (ids.has(submission.id) ? change(submission) : submission))
      : data,
  )
}

/** Returns the list without these rows. */
export function without(list: SubmissionList, ids: ReadonlySet<string>): SubmissionList {
  return eachPage(list, (data) =>
    data.some(({ id }) => ids.has(id)) ? data.filter(({ id }) => !ids.has(id)) : data,
  )
}

/**
 * Returns the list with these rows inserted; rows must be newest first, and existing rows keep their place.
 *
 * @param rows.before next row of each row; undefined: it was the last. Rows without an entry are sorted by time
 */
export function withInserted(
  list: SubmissionList,
  rows: { submissions: readonly Submission[]; before: ReadonlyMap<string, string | undefined> },
): SubmissionList {
  const { submissions, before } = rows
  const present = new Set(list.pages.flatMap(({ data }) => data.map(({ id }) => id)))
  const missing = submissions.filter(({ id }) => !present.has(id))
  const placed = Map.groupBy(missing, ({ id }) => {
    const next = before.get(id)
    return next !== undefined && present.has(next) ? next : null
  })
  const restored = eachPage(list, (data) =>
    data.some(({ id }) => placed.has(id))
      ? data.flatMap((row) => [...(placed.get(row.id) ?? []), row])
      : data,
  )
  const others = placed.get(null) ?? []
  const lastRows = others.filter(({ id }) => before.has(id) && before.get(id) === undefined)
  return appended(
    byTime(
      restored,
      others.filter((one) => !lastRows.includes(one)),
    ),
    lastRows,
  )
}

/** Returns the list with a changed unread count on its first page. */
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

function appended(list: SubmissionList, submissions: readonly Submission[]): SubmissionList {
  const last = list.pages.at(-1)
  if (!last || submissions.length === 0) return list
  return { ...list, pages: [...list.pages.slice(0, -1), { ...last, data: [...last.data, ...submissions] }] }
}

function byTime(list: SubmissionList, submissions: readonly Submission[]): SubmissionList {
  const rest = [...submissions]
  const last = list.pages.length - 1
  const pages = list.pages.map((page, index): SubmissionPage => {
    const data: Submission[] = []
    for (const row of page.data) {
      while (rest[0] && rest[0].received_at >= row.received_at) data.push(...rest.splice(0, 1))
      data.push(row)
    }
    if (index === last) data.push(...rest.splice(0))
    return data.length === page.data.length ? page : { ...page, data }
  })
  return { ...list, pages }
}
