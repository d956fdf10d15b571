import { saveTestKey } from '../endpoints/endpoints.ts'
import { deleteSubmissions } from '../submissions/submissions.ts'
import type { ConsequenceHandler } from './change-batch.ts'

export const testSubmission: ConsequenceHandler<'test_submission'> = {
  collect({ key }, { stored }) {
    stored.testKey = key
  },
  async effect({ replaces }, { stored }, { db }) {
    await saveTestKey(db, stored)
    if (replaces !== null) await deleteSubmissions(db, [replaces])
  },
}
