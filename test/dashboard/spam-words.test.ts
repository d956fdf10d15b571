import '../support/dashboard/english.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { labelSpamReason } from '../../dashboard/src/screens/inbox/list/spam-words.ts'
import { describeSpamReason as describeInDashboard } from '../../dashboard/src/screens/submission/spam-words.ts'
import { describeSpamReason, SPAM_REASONS } from '../../src/domain/spam/spam-reasons.ts'

const REASONS = [
  ...Object.keys(SPAM_REASONS),
  'malware:Eicar-Test',
  'rspamd:BAYES_SPAM',
  'spamassassin:URIBL_BLACK',
  'of_another_version',
  'unknown:RULE',
]

test('the dashboard has words for each reason of spam, in English those of the API', () => {
  assert.ok(REASONS.length > 25)
  for (const reason of REASONS) {
    const { label, sentence } = describeSpamReason(reason)
    assert.equal(labelSpamReason(reason), label)
    assert.equal(describeInDashboard(reason), sentence.replaceAll("'", '’'))
  }
})
