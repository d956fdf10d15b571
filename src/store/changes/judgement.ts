import { newJudgement } from '../judging/judgements.ts'
import { addSpam, type ConsequenceHandler } from './change-batch.ts'

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
