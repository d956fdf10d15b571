import { z } from 'zod'
import type { Selection } from '../../actions/submissions/owned-submissions.ts'
import { FOLDERS } from '../../domain/submissions/folder.ts'
import { MAX_QUERY_LENGTH, MAX_TERMS, readSearchQuery } from '../../domain/submissions/search-query.ts'
import { named } from '../schema/named-schemas.ts'
import { dateOrTime, formId, labelId } from '../schema/shapes.ts'

const ALL_FOLDERS = 'all'
const folderName = z.enum(['inbox', 'spam', 'archive', 'trash', ALL_FOLDERS])
const COMMON = {
  endpoint: formId.optional().describe('Only submissions of this endpoint; omit it for all endpoints.'),
  folder: folderName
    .default('inbox')
    .describe('Only submissions in this folder; default: inbox. all: every folder except the trash.'),
  after: dateOrTime.optional().describe('Received at this time or later. A date means its midnight in UTC.'),
  before: dateOrTime.optional().describe('Received before this time. A date means its midnight in UTC.'),
  label: labelId.optional().describe('Only submissions with this label.'),
  assigned: z
    .string()
    .regex(/^(?:me|nobody|holder|mem_[0-9a-hjkmnp-tv-z]{26})$/)
    .optional()
    .describe('Only submissions that are assigned to `me`, to `nobody`, or to this person.'),
  q: z
    .string()
    .max(MAX_QUERY_LENGTH)
    .optional()
    .describe(
      'Search query. All words must match, each as the start of a word. Also: "a phrase", field:value, from:ada, ' +
        'is:unread, is:read, after:2026-11-01, before:2026-12-01. Case and accents are ignored. A query with more ' +
        `than ${MAX_TERMS} terms finds nothing.`,
    ),
}

/** Query parameters that select submissions. */
export const SELECTION_PARAMETERS = {
  ...COMMON,
  starred: z.enum(['1']).optional().describe('1: only submissions with a star.'),
  unread: z
    .enum(['0', '1'])
    .optional()
    .describe('1: only unread submissions; 0: only read ones; omit it for both.'),
}
const Parameters = z.object(SELECTION_PARAMETERS)

/** Schema of a selection in the body of a request. */
export const SelectionBody = z.strictObject({
  ...COMMON,
  starred: z.literal(true).optional().describe('true: only submissions with a star.'),
  unread: z
    .boolean()
    .optional()
    .describe('true: only unread submissions; false: only read ones; omit it for both.'),
})

/** Schema of the filter of a saved view: a selection without dates, which would soon be past. */
export const ViewFilter = named(
  'ViewFilter',
  SelectionBody.omit({ after: true, before: true }).extend({ folder: folderName.optional() }),
)

/** Parses the query parameters of a list or an export. */
export function parseQuerySelection(query: z.output<typeof Parameters>): Selection {
  return toSelection({
    ...query,
    starred: query.starred === '1',
    unread: query.unread === undefined ? undefined : query.unread === '1',
  })
}

/** Parses the filter of a bulk change. */
export function parseBodySelection(
  body: z.output<typeof SelectionBody> | z.output<typeof ViewFilter>,
): Selection {
  return toSelection({ folder: 'inbox', ...body, starred: body.starred === true, unread: body.unread })
}

/** Combines parameters and search query: all must match. Contradicting ones select nothing. */
function toSelection(given: {
  endpoint?: string | undefined
  folder: z.output<typeof folderName>
  after?: Date | undefined
  before?: Date | undefined
  unread: boolean | undefined
  starred: boolean
  label?: string | undefined
  assigned?: string | undefined
  q?: string | undefined
}): Selection {
  const search = readSearchQuery(given.q ?? '')
  const unread = given.unread ?? search.unread
  const contradicts = search.unread !== null && unread !== search.unread
  const folders = given.folder === ALL_FOLDERS ? FOLDERS : [given.folder]
  return {
    endpointId: given.endpoint ?? null,
    folders: search.findsNothing || contradicts ? [] : folders,
    unread,
    starred: given.starred,
    labelId: given.label ?? null,
    assigned: given.assigned ?? null,
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
