import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SpamReason } from '../../../src/domain/spam/score.ts'
import { describeSpamReason, SPAM_REASONS } from '../../../src/domain/spam/spam-reasons.ts'

/** The compiler finds a reason that is missing here. */
const FIRST_TIER: Record<SpamReason, true> = {
  blocked_address: true,
  blocked_domain: true,
  blocked_word: true,
  repeat: true,
  burst: true,
  links: true,
  markup: true,
  challenge_missing: true,
  pills: true,
  gambling: true,
  promotion: true,
  money: true,
  scam: true,
  dating: true,
  fakes: true,
  dense: true,
  pitch: true,
  odd_link: true,
  way_out: true,
  script: true,
  wrong_field: true,
  hurry: true,
  gibberish: true,
  sameness: true,
}

test('there are words for every reason, each different', () => {
  const codes = [...Object.keys(FIRST_TIER), 'honeypot', 'elsewhere', 'learned', 'unjudged']
  assert.deepEqual(Object.keys(SPAM_REASONS).sort(), codes.sort())
  const labels = codes.map((code) => describeSpamReason(code).label)
  assert.equal(new Set(labels).size, labels.length)
  for (const code of codes) assert.match(describeSpamReason(code).sentence, /^[A-Z].*\.$/)
})

test('the reason for malware names it whole', () => {
  assert.deepEqual(describeSpamReason('malware:Win.Trojan:Agent-1'), {
    label: 'Malware',
    sentence: 'A file contains malware: Win.Trojan:Agent-1.',
  })
})

test('reasons of engines name their rule, and unknown reasons are shown as they are', () => {
  assert.deepEqual(describeSpamReason('rspamd:FORGED_SENDER'), {
    label: 'rspamd',
    sentence: 'rspamd found FORGED_SENDER.',
  })
  assert.deepEqual(describeSpamReason('spamassassin:GTUBE'), {
    label: 'SpamAssassin',
    sentence: 'SpamAssassin found GTUBE.',
  })
  for (const [code, label] of [
    ['new_reason', 'new reason'],
    ['rspamd', 'rspamd'],
    ['other:RULE', 'other:RULE'],
    ['constructor', 'constructor'],
    ['', ''],
  ] as const) {
    assert.deepEqual(describeSpamReason(code), { label, sentence: `Reason: “${code}”.` }, code)
  }
})
