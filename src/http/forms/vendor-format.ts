import type { Refusal } from '../../domain/refusal.ts'
import { isData } from '../../domain/submissions/control-names.ts'
import { type Field, fieldsToObject } from '../../domain/submissions/fields.ts'
import { answerTo, type RefusalBody } from '../kernel/refusals.ts'
import type { Answer } from '../kernel/respond.ts'

/** Response format of a vendor's clients, for answers in JSON; pages and redirects are the same for all. */
export type VendorFormat = {
  /** @param submission.next address of the page after the submission */
  accepted(submission: { id: string; next: string; fields: readonly Field[] }): object
  /** Returns status and body of a refusal. */
  refused(refusal: RefusalBody, status: number): { status: number; body: object }
}

const TITLE = 'Thank you'
const MESSAGE = 'Your submission has been received.'
const REFUSED_TITLE = 'Not accepted'
/** Statuses that say what is wrong with the submission. */
const OF_CONTENT: readonly number[] = [400, 409, 413, 415, 422]
/** Statuses of refusals that Web3Forms's clients know; they read all others below 500 as 400. */
const WEB3FORMS_STATUSES: readonly number[] = [403, 429]

/** Format of Formcarry's clients, which read `code`. */
export const FORMCARRY: VendorFormat = {
  accepted: ({ id, next }) => ({
    code: 200,
    status: 'success',
    title: TITLE,
    message: MESSAGE,
    redirect: next,
    submission_id: id,
  }),
  refused({ field, message, code: reason, request_id }, status) {
    const code = OF_CONTENT.includes(status) ? 422 : status
    const errors = field === undefined ? {} : { errors: Object.fromEntries([[field, { message }]]) }
    const body = { code, status: 'error', title: REFUSED_TITLE, message, ...errors, reason, request_id }
    return { status: code, body }
  },
}

/** Format of Web3Forms's clients, which read `success` and `message`. */
export const WEB3FORMS: VendorFormat = {
  accepted: ({ id, fields }) => ({
    statusCode: 200,
    success: true,
    message: MESSAGE,
    body: { data: fieldsToObject(fields.filter(isData)), message: MESSAGE },
    submission_id: id,
  }),
  refused({ field, message, code, request_id }, status) {
    const statusCode = status >= 500 || WEB3FORMS_STATUSES.includes(status) ? status : 400
    const named = field === undefined ? {} : { field }
    const body = { message, code, ...named }
    return { status: statusCode, body: { statusCode, success: false, message, body, request_id } }
  },
}

/** Format of FormSubmit's clients: strings. */
export const FORMSUBMIT: VendorFormat = {
  accepted: ({ id }) => ({ success: 'true', message: MESSAGE, submission_id: id }),
  refused: ({ field, message, code, request_id }, status) => ({
    status,
    body: { success: 'false', message, code, ...(field === undefined ? {} : { field }), request_id },
  }),
}

/**
 * Returns a refusal in the format of a vendor.
 *
 * @param answer the refusal in our format, whose headers are kept
 */
export function vendorRefusal(
  answer: Answer,
  { refusal, requestId, vendor }: { refusal: Refusal; requestId: string; vendor: VendorFormat },
): Answer {
  const ours = answerTo(refusal, requestId)
  const { status, body } = vendor.refused(ours.body, ours.status)
  return { ...answer, status, body: JSON.stringify(body) }
}
