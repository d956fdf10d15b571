import { z } from 'zod'
import type { SubmissionView } from '../../actions/submissions/owned-submissions.ts'
import { SPAM_REASONS } from '../../domain/spam/spam-reasons.ts'
import type { ApiMember } from '../../domain/submissions/columns.ts'
import { TRASH_DAYS } from '../../domain/submissions/folder.ts'
import { deliveryState } from '../outbox/delivery-shape.ts'
import { named } from '../schema/named-schemas.ts'
import { assigneeId, formId, instant, submissionId } from '../schema/shapes.ts'
import { FileShape, fileBody } from './file-shape.ts'
import { LabelShape, labelBody } from './label-shape.ts'

export const folder = z.enum(['inbox', 'spam', 'archive', 'trash'])

/** Schema of a submission. */
export const StoredSubmission = named(
  'StoredSubmission',
  z.object({
    id: submissionId,
    endpoint_id: formId,
    endpoint_name: z.string().nullable(),
    received_at: instant.describe(
      'When it was received; an imported one, by the service that it comes from.',
    ),
    imported_at: instant
      .nullable()
      .describe(
        'When it was imported: its place in lists, its retention and `after` and `before` depend on this. null for all others.',
      ),
    folder,
    read: z.boolean(),
    trashed_at: instant
      .nullable()
      .describe(
        `When it was moved to the trash, where it is deleted for good after ${TRASH_DAYS} days; null outside of it.`,
      ),
    spam_reasons: z
      .array(z.string())
      .nullable()
      .describe(
        `Codes of the reasons for which it was classified as spam; null if it was not. Moving the submission does not change this. ${listReasons()} rspamd:… and spamassassin:… name rules of the filters of the instance, malware:… names what was found in a file. More codes can be added.`,
      ),
    test: z
      .boolean()
      .describe(
        'true: a test submission that the owner sent. It is not counted, and the next real submission of the form deletes it.',
      ),
    unjudged: z
      .boolean()
      .describe(
        'true: it went out without a verdict of its learned words and the spam filters of the operator, which gave none within 30 seconds.',
      ),
    withdrawn_at: instant
      .nullable()
      .describe('When its visitor withdrew it, which deleted its fields; null for all others.'),
    receipt_shown: z
      .boolean()
      .describe(
        'true: its visitor was led to the receipt, by a redirect or by the link that `/form.js` shows. false: the form has a page of its own (`_next`, `redirect_url`), or a program sent it, which got the address of the receipt in the header Link alone.',
      ),
    answer: z
      .object({ text: z.string(), answered_at: instant })
      .nullable()
      .describe('The answer that the visitor reads on the receipt; null without one.'),
    fields: z
      .array(z.tuple([z.string(), z.unknown()]))
      .describe('Names and values in the order they were sent. Names can repeat; values are any JSON.'),
    ciphertext: z
      .string()
      .nullable()
      .describe(
        'Its content as an armored OpenPGP message, if the form stores submissions encrypted (`store`); `fields` is empty then. null for all others.',
      ),
    files: z.array(FileShape).describe('Files that the visitor attached, in the order they were sent.'),
    delivery: deliveryState
      .nullable()
      .describe(
        'Summary of its deliveries: of the newest delivery to each address, the state that needs most attention. null if there are none.',
      ),
    starred: z.boolean(),
    labels: z.array(LabelShape).describe('Its labels, by name.'),
    note: z.string().nullable().describe('The private note of its owner; null without one.'),
    assignee: z
      .object({ id: assigneeId, email: z.string() })
      .nullable()
      .describe('The person to whom it is assigned; null for nobody.'),
  } satisfies Record<
    ApiMember | 'endpoint_name' | 'test' | 'delivery' | 'starred' | 'labels' | 'note' | 'assignee',
    z.ZodType
  >),
)

/** Returns a sentence for each code of a reason. */
function listReasons(): string {
  return Object.entries(SPAM_REASONS)
    .map(([code, sentence]) => `${code}: ${sentence}`)
    .join(' ')
}

export const EXAMPLE_STORED: z.infer<typeof StoredSubmission> = {
  id: 'sub_6nq0w8z4k2v7c1x9m3t5r0y8bh',
  endpoint_id: 'f_k3v9q2m7x4t8r5wz',
  endpoint_name: 'Contact',
  received_at: '2026-11-20T10:00:00.000Z',
  imported_at: null,
  folder: 'inbox',
  read: false,
  trashed_at: null,
  spam_reasons: null,
  test: false,
  withdrawn_at: null,
  unjudged: false,
  receipt_shown: true,
  answer: null,
  fields: [
    ['name', 'Charles Babbage'],
    ['email', 'charles@babbage.org'],
    ['message', 'How much is one engine?'],
  ],
  ciphertext: null,
  files: [],
  delivery: 'sent',
  starred: false,
  labels: [],
  note: null,
  assignee: null,
}

/** Formats a submission by the schema `StoredSubmission`. */
export function submissionBody(submission: SubmissionView): z.infer<typeof StoredSubmission> {
  return {
    id: submission.id,
    endpoint_id: submission.endpointId,
    endpoint_name: submission.endpointName,
    received_at: submission.receivedAt.toISOString(),
    imported_at: submission.importedAt?.toISOString() ?? null,
    folder: submission.folder,
    read: submission.readAt !== null,
    trashed_at: submission.trashedAt?.toISOString() ?? null,
    spam_reasons: submission.spamReasons === null ? null : [...submission.spamReasons],
    test: submission.isTest,
    withdrawn_at: submission.withdrawnAt?.toISOString() ?? null,
    unjudged: submission.unjudged,
    receipt_shown: submission.receiptShown,
    answer: submission.answer && {
      text: submission.answer.text,
      answered_at: submission.answer.answeredAt.toISOString(),
    },
    fields: submission.fields.map(({ name, value }) => [name, value]),
    ciphertext: submission.ciphertext,
    files: submission.files.map(fileBody),
    delivery: submission.delivery,
    starred: submission.starred,
    labels: submission.labels.map(labelBody),
    note: submission.note,
    assignee: submission.assignee,
  }
}
