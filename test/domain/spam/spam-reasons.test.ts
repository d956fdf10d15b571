import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SpamReason } from '../../../src/domain/spam/score.ts'
import { SPAM_REASONS } from '../../../src/domain/spam/spam-reasons.ts'

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

test('there is a sentence for every reason, each different', () => {
  const codes = [...Object.keys(FIRST_TIER), 'honeypot', 'elsewhere', 'learned', 'unjudged']
  assert.deepEqual(Object.keys(SPAM_REASONS).sort(), codes.sort())
  const sentences = Object.values(SPAM_REASONS)
  assert.equal(new Set(sentences).size, codes.length)
  for (const sentence of sentences) assert.match(sentence, /^[A-Z].*\.$/)
})
