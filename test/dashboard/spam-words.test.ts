import assert from 'node:assert/strict'
import { test } from 'node:test'
import '../support/dashboard/english.ts'
import { labelSpamReason } from '../../dashboard/src/screens/inbox/list/spam-words.ts'
import { describeSpamReason } from '../../dashboard/src/screens/submission/spam-words.ts'
import { SPAM_REASONS } from '../../src/domain/spam/spam-reasons.ts'

test('has a label and the sentence of the service for every reason', () => {
  const labels = Object.keys(SPAM_REASONS).map(labelSpamReason)
  assert.equal(new Set(labels).size, labels.length)
  for (const label of labels) assert.match(label, /^[A-Z][^_.]+$/)
  for (const [code, sentence] of Object.entries(SPAM_REASONS))
    assert.equal(describeSpamReason(code), sentence.replaceAll("'", '’'))
})

test('names malware whole', () => {
  assert.equal(labelSpamReason('malware:Win.Trojan:Agent-1'), 'Malware')
  assert.equal(
    describeSpamReason('malware:Win.Trojan:Agent-1'),
    'A file contains malware: Win.Trojan:Agent-1.',
  )
})

test('names the rule of an engine, and shows unknown reasons as they are', () => {
  assert.equal(labelSpamReason('rspamd:FORGED_SENDER'), 'rspamd')
  assert.equal(describeSpamReason('rspamd:FORGED_SENDER'), 'rspamd found FORGED_SENDER.')
  assert.equal(labelSpamReason('spamassassin:GTUBE'), 'SpamAssassin')
  assert.equal(describeSpamReason('spamassassin:GTUBE'), 'SpamAssassin found GTUBE.')
  for (const [code, label] of [
    ['new_reason', 'new reason'],
    ['rspamd', 'rspamd'],
    ['other:RULE', 'other:RULE'],
    ['constructor', 'constructor'],
    ['', ''],
  ] as const) {
    assert.equal(labelSpamReason(code), label)
    assert.equal(describeSpamReason(code), `Reason: “${code}”.`)
  }
})
