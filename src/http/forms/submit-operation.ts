import { MAX_BODY_BYTES } from '../../domain/submissions/fields.ts'
import type { HttpDeps } from '../deps.ts'
import { limitSentences } from '../docs/limit-sentences.ts'
import type { PublicOperation } from '../kernel/register-route.ts'
import { EXAMPLE_SUBMISSION, exampleAnswers } from '../schema/examples.ts'
import { DRY_RUN, FORM_ID, IDEMPOTENCY_KEY } from '../schema/parameters.ts'
import { Accepted, Submission, SubmissionDryRun } from '../schema/schemas.ts'

/** Declares `POST /f/{id}`, which both the framework's route and the fast path answer. */
export function submitOperation(deps: Pick<HttpDeps, 'base' | 'terms' | 'submitPerMinute'>): PublicOperation {
  const { accepted, submissionDryRun } = exampleAnswers(deps.base)
  const body = { schema: Submission, example: EXAMPLE_SUBMISSION }
  return {
    operationId: 'submit',
    summary: 'Submit to an endpoint.',
    tag: 'forms',
    description:
      `Any fields, at most ${MAX_BODY_BYTES / 1024} KiB. Files as multipart/form-data, with a Content-Length, where GET /f/{form_id} names \`files\`. A browser form (Accept names text/html) is answered with a ` +
      'redirect or a page, all other clients with JSON. Text is UTF-8 unless the Content-Type or the field `_charset_` names ' +
      'another charset; forms that are not UTF-8 are read as windows-1252. A dry run checks the honeypot of the owner only with ' +
      `an API key of the owner. ${limitSentences(deps).submissions}`.trimEnd(),
    parameters: [FORM_ID, DRY_RUN, IDEMPOTENCY_KEY],
    body: {
      'application/x-www-form-urlencoded': body,
      'multipart/form-data': body,
      'application/json': body,
    },
    answers: {
      200: {
        description: 'Stored and flushed to disk. A dry run: what would happen.',
        headers: ['Link', 'Idempotent-Replayed'],
        schema: [Accepted, SubmissionDryRun],
        examples: {
          accepted: { summary: 'A submission', value: accepted },
          dry_run: { summary: 'A dry run', value: submissionDryRun },
        },
      },
      303: {
        description: 'Redirects a browser form to _next or to its receipt.',
        headers: ['Location', 'Idempotent-Replayed'],
      },
    },
    refuses: [
      'fields_missing',
      'fields_blank',
      'field_invalid',
      'too_many_fields',
      'file_refused',
      'too_many_files',
      'file_too_large',
      'file_type_refused',
      'file_storage_full',
      'uploads_limit',
      'files_unavailable',
      'endpoint_not_found',
      'endpoint_expired',
      'endpoint_retired',
      'endpoint_suspended',
      'endpoint_frozen',
      'origin_not_allowed',
      'challenge_required',
      'monthly_quota',
      'submit_rate',
    ],
    refusesAs: 'json or page',
  }
}
