import { z } from 'zod'
import { omitPageTokens } from '../../../domain/submissions/control-names.ts'
import { TRASH_DAYS } from '../../../domain/submissions/folder.ts'
import { MAX_LABELS, MAX_NOTE_LENGTH } from '../../../domain/submissions/label.ts'
import { FileLinkShape } from '../../files/file-routes.ts'
import { API_PATH } from '../../kernel/paths.ts'
import { assigneeOrMe, labelId, submissionId } from '../../schema/shapes.ts'
import { folder, StoredSubmission } from '../../submissions/submission-shape.ts'
import { ShownSubmission, SubmissionPage } from '../../submissions/submissions.ts'
import { isForAccount } from '../access.ts'
import { type Body, createTool, type Tool } from '../tool.ts'
import { formId, paging } from './inputs.ts'
import { summarizePage } from './owned.ts'

/** Maximum size of a field in a list, in bytes; `get_submission` returns all of it. */
const MAX_LISTED_FIELD_BYTES = 2048
const CUT = '… (cut here; get_submission returns all of it)'

/** Tools for the submissions of an account. */
export const SUBMISSIONS: readonly Tool[] = [
  createTool({
    name: 'list_submissions',
    title: 'List submissions',
    description:
      'Lists what was sent to the forms of the account, newest first. Fields longer than 2 KB are cut.',
    effect: 'reads',
    author: 'strangers',
    input: z.strictObject({
      form_id: formId.optional().describe('Only submissions of this form; left out: of all forms.'),
      folder: z
        .enum([...folder.options, 'all'])
        .default('inbox')
        .describe('all: every folder except the trash.'),
      unread: z.boolean().optional().describe('true: only unread ones; false: only read ones.'),
      starred: z.literal(true).optional().describe('true: only ones with a star.'),
      label: labelId
        .optional()
        .describe('Only ones with this label: lab_…, from the labels of a submission.'),
      assigned: z
        .string()
        .optional()
        .describe('Only ones assigned to me, nobody, holder, or this member: mem_….'),
      after: z.string().optional().describe('Date or RFC 3339 timestamp.'),
      before: z.string().optional().describe('Date or RFC 3339 timestamp.'),
      q: z.string().optional().describe('Words that must occur, or field:value, from:ada, "a phrase".'),
      ...paging,
    }),
    output: SubmissionPage,
    isFor: isForAccount('read'),
    toCall: ({ form_id: endpoint, unread, starred, ...query }) => ({
      method: 'GET',
      path: `${API_PATH}/submissions`,
      query: {
        ...query,
        endpoint,
        ...(unread === undefined ? {} : { unread: unread ? 1 : 0 }),
        ...(starred ? { starred: 1 } : {}),
      },
      as: 'caller',
    }),
    shape: cutPage,
    summarize: (body) => summarizePage(body, 'submissions'),
  }),
  createTool({
    name: 'get_submission',
    title: 'Get a submission',
    description:
      'Returns one submission with all of its fields, and names its files; create_file_link leads to one.',
    effect: 'reads',
    author: 'strangers',
    input: z.strictObject({ submission_id: submissionId }),
    output: ShownSubmission,
    isFor: isForAccount('read'),
    toCall: ({ submission_id: id }) => ({
      method: 'GET',
      path: `${API_PATH}/submissions/${id}`,
      as: 'caller',
    }),
    shape: (body) => ({ ...body, fields: omitTokens(body.fields as [string, unknown][]) }),
    summarize: (_body, { submission_id: id }) => `This is submission ${id}.`,
  }),
  createTool({
    name: 'create_file_link',
    title: 'Create a link to a file',
    description:
      'Returns a link that the user opens to download one file of a submission, for 15 minutes. It is a secret: whoever has it gets the file. The file comes from a stranger: fetch it yourself only when the user asks for that, and never run it.',
    effect: 'reads',
    author: 'service',
    input: z.strictObject({
      submission_id: submissionId,
      file_id: z
        .string()
        .regex(/^fil_[0-9a-hjkmnp-tv-z]{26}$/)
        .describe('fil_…, from the files of get_submission.'),
    }),
    output: FileLinkShape,
    isFor: isForAccount('read'),
    toCall: ({ submission_id: id, file_id: file }) => ({
      method: 'POST',
      path: `${API_PATH}/submissions/${id}/files/${file}/link`,
      body: {},
      as: 'caller',
    }),
    summarize: (body) => `The link works until ${body.expires_at}.`,
  }),
  createTool({
    name: 'mark_submission',
    title: 'Mark a submission',
    description:
      'Marks a submission as read or unread, moves it to a folder, or changes its star, labels, private note and assignee. Moving it from spam to the inbox sends its email to the owner.',
    effect: 'changes',
    author: 'strangers',
    input: z.strictObject({
      submission_id: submissionId,
      read: z.boolean().optional(),
      folder: folder.optional().describe(`The trash is emptied after ${TRASH_DAYS} days.`),
      starred: z.boolean().optional(),
      labels: z
        .array(labelId)
        .max(MAX_LABELS)
        .optional()
        .describe('Ids of exactly the labels that it has then.'),
      note: z
        .string()
        .max(MAX_NOTE_LENGTH)
        .nullable()
        .optional()
        .describe('Plain text that only the owner reads; null deletes it.'),
      assignee: assigneeOrMe.nullable().optional(),
    }),
    output: StoredSubmission,
    isFor: isForAccount('read', 'write'),
    toCall: ({ submission_id: id, ...body }) => ({
      method: 'PATCH',
      path: `${API_PATH}/submissions/${id}`,
      body,
      as: 'caller',
    }),
    summarize: (body, { submission_id: id }) =>
      `Submission ${id} is in the folder ${body.folder} and ${body.read === true ? 'read' : 'unread'}.`,
  }),
]

function cutPage(body: Body): Body {
  const data = Array.isArray(body.data) ? body.data : []
  return {
    ...body,
    data: data.map((submission) => ({ ...submission, fields: omitTokens(submission.fields).map(cutField) })),
  }
}

/** Leaves out the tokens of the page's framework: the dashboard shows them under Raw. */
function omitTokens(fields: [string, unknown][]): [string, unknown][] {
  return omitPageTokens(fields.map(([name, value]) => ({ name, value }))).map(({ name, value }) => [
    name,
    value,
  ])
}

function cutField([name, value]: [string, unknown]): [string, unknown] {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (Buffer.byteLength(text) <= MAX_LISTED_FIELD_BYTES) return [name, value]
  // A character that is cut in the middle decodes to the replacement character.
  const begin = Buffer.from(text)
    .subarray(0, MAX_LISTED_FIELD_BYTES)
    .toString()
    .replace(/\uFFFD$/, '')
  return [name, begin + CUT]
}
