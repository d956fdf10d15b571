import { z } from 'zod'
import type { Selection } from '../../actions/submissions/owned-submissions.ts'
import { FOLDERS } from '../../domain/submissions/folder.ts'
import { MAX_QUERY_LENGTH, MAX_TERMS, readSearchQuery } from '../../domain/submissions/search-query.ts'
import { formId } from '../schema/shapes.ts'

const IN_ALL = 'all'
const folderName = z.enum(['inbox', 'spam', 'archive', IN_ALL])
/** A day, which begins at midnight UTC, or an instant. */
const since = z
  .union(
    [z.iso.date(), z.iso.datetime({ offset: true })],
    'This must be a date such as 2026-11-20 or an RFC 3339 timestamp',
  )
  .transform((text) => new Date(text))

const COMMON = {
  endpoint: formId.optional().describe('Of this endpoint; without it, of all.'),
  folder: folderName.default('inbox').describe('Where they lie; inbox without it.'),
  after: since.optional().describe('Received at this instant or later; a day begins at midnight UTC.'),
  before: since.optional().describe('Received before this instant.'),
  q: z
    .string()
    .max(MAX_QUERY_LENGTH)
    .optional()
    .describe(
      'What they say: words that must all occur, each as the beginning of one, "a phrase", field:value, from:ada, ' +
        `is:unread, is:read, after:2026-11-01, before:2026-12-01. Case and accents do not matter. More than ${MAX_TERMS} find nothing.`,
    ),
}

/** Which submissions are meant, as parameters of the address. */
export const SELECTING = {
  ...COMMON,
  unread: z
    .enum(['0', '1'])
    .optional()
    .describe('1: unread ones; 0: those that were read; without it, both.'),
}
const Parameters = z.object(SELECTING)

/** The same in a body. */
export const SelectionBody = z.strictObject({
  ...COMMON,
  unread: z.boolean().optional().describe('Without it, both.'),
})

/** Which submissions the query of a list or an export means. */
export function parseQuerySelection(query: z.output<typeof Parameters>): Selection {
  return selectionOf({ ...query, unread: query.unread === undefined ? undefined : query.unread === '1' })
}

/** Which submissions the body of a change of many means. */
export function parseBodySelection(body: z.output<typeof SelectionBody>): Selection {
  return selectionOf({ ...body, unread: body.unread })
}

/** Everything that was said must be true; what contradicts itself means nothing. */
function selectionOf(given: {
  endpoint?: string | undefined
  folder: z.output<typeof folderName>
  after?: Date | undefined
  before?: Date | undefined
  unread: boolean | undefined
  q?: string | undefined
}): Selection {
  const search = readSearchQuery(given.q ?? '')
  const unread = given.unread ?? search.unread
  const contradicts = search.unread !== null && unread !== search.unread
  const folders = given.folder === IN_ALL ? FOLDERS : [given.folder]
  return {
    endpointId: given.endpoint ?? null,
    folders: search.findsNothing || contradicts ? [] : folders,
    unread,
    after: latest(given.after ?? null, search.after),
    before: earliest(given.before ?? null, search.before),
    terms: search.terms,
  }
}

function latest(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return one ?? other
  return one > other ? one : other
}

function earliest(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return one ?? other
  return one < other ? one : other
}
