import { getSpamClass } from '../../domain/spam/spam-class.ts'
import type { Arrival, ArrivingColumn, SubmissionRow } from '../../domain/submissions/columns.ts'
import { saveTestKey } from '../endpoints/endpoints.ts'
import { newJudgement } from '../judging/judgements.ts'
import { newDelivery } from '../outbox/new-delivery.ts'
import { deleteSubmissions } from '../submissions/submissions.ts'
import { addSpam, type ConsequenceHandler } from './change-batch.ts'

export const submission: ConsequenceHandler<'submission'> = {
  collect(submission, { stored, now, batch }) {
    batch.rows.submissions.push(newSubmission({ ...submission, endpointKey: stored.key, receivedAt: now }))
    stored.newestKey = Math.max(stored.newestKey, submission.key)
    batch.changedEndpoints.add(stored)
    if (submission.challenge) batch.spent?.add(submission.challenge)
    const { spamReasons } = submission
    if (spamReasons) addSpam(batch, { endpointKey: stored.key, reasons: spamReasons })
  },
}

/** Builds the row of a new submission. */
export function newSubmission(
  submission: Arrival & { key: number; endpointKey: number; receivedAt: Date },
): Pick<SubmissionRow, ArrivingColumn> {
  return {
    key: submission.key,
    endpoint_key: submission.endpointKey,
    received_at: submission.receivedAt.getTime(),
    fields: submission.text,
    spam_reasons: submission.spamReasons && JSON.stringify(submission.spamReasons),
    spam_class: submission.spamReasons && getSpamClass(submission.spamReasons),
    receipt_shown: submission.receiptShown ? 1 : null,
    file_count: submission.fileCount ?? null,
    ciphertext: submission.ciphertext ?? null,
  }
}

export const delivery: ConsequenceHandler<'delivery'> = {
  collect(delivery, { stored, now, batch }) {
    const { delivery: kind } = delivery
    const row = newDelivery({ ...delivery, kind, endpointKey: stored.key, createdAt: now })
    batch.rows.outbox.push(row)
    if (kind === 'claim') batch.rows.claim_emails.push({ endpoint_key: stored.key, delivery_key: row.key })
  },
}

export const testSubmission: ConsequenceHandler<'test_submission'> = {
  collect({ key }, { stored }) {
    stored.testKey = key
  },
  async effect({ replaces }, { stored }, { db }) {
    await saveTestKey(db, stored)
    if (replaces !== null) await deleteSubmissions(db, [replaces])
  },
}

export const judgement: ConsequenceHandler<'judgement'> = {
  collect(judgement, { stored, batch }) {
    batch.rows.judgements.push(newJudgement({ ...judgement, endpointKey: stored.key }))
    batch.judgements?.count(stored.key, 1)
  },
}

/** No effect: submissions and further verdicts of the account would wait for it. */
export const verdict: ConsequenceHandler<'verdict'> = {
  collect({ submissionKey, verdict }, { stored, now, batch }) {
    batch.verdicts.push({ submissionKey, verdict, now })
    batch.judgements?.count(stored.key, -1)
    if (verdict.kind === 'spam') addSpam(batch, { endpointKey: stored.key, reasons: verdict.reasons })
  },
}
