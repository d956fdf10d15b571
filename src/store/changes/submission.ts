import { newSubmission } from '../submissions/submissions.ts'
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
