import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  MAX_SPAM_ENTRY_LENGTH,
  parseSpamEntry,
  readSpamEntry,
  type SpamEntry,
  type SpamEntryProblem,
} from '../../../src/domain/spam/spam-settings.ts'

test('the form of an entry tells whether it is a word, a domain or an address', () => {
  const entries: [given: string, kept: string, kind: SpamEntry['kind']][] = [
    ['Casino', 'casino', 'word'],
    ['  buy \u00a0 now ', 'buy now', 'word'],
    ['ＳＥＯ', 'seo', 'word'],
    ['ﬁnance', 'finance', 'word'],
    ['cas\u200bi\u00adno', 'casino', 'word'],
    ['\ufeffspam.example\u200b', 'spam.example', 'domain'],
    ['Straße', 'straße', 'word'],
    ['赌场', '赌场', 'word'],
    ['e.g.', 'e.g.', 'word'],
    ['U.S.A', 'u.s.a', 'word'],
    ['version 2.0', 'version 2.0', 'word'],
    ['1.2.3.44', '1.2.3.44', 'word'],
    ['100% free', '100% free', 'word'],
    ['f*ck', 'f*ck', 'word'],
    ['Example.COM', 'example.com', 'domain'],
    ['@example.com', 'example.com', 'domain'],
    ['.example.com', 'example.com', 'domain'],
    ['*.example.com', 'example.com', 'domain'],
    ['@*.example.com', 'example.com', 'domain'],
    ['*@example.com', 'example.com', 'domain'],
    ['mail.example.co.uk', 'mail.example.co.uk', 'domain'],
    ['münchen.de', 'xn--mnchen-3ya.de', 'domain'],
    ['Bo@Builds.dev', 'bo@builds.dev', 'address'],
    ['bo+shop@München.de', 'bo+shop@xn--mnchen-3ya.de', 'address'],
  ]
  for (const [given, kept, kind] of entries) {
    assert.deepEqual(readSpamEntry(given), { kind: 'entry', entry: kept }, given)
    assert.deepEqual(readSpamEntry(kept), { kind: 'entry', entry: kept }, `${kept}, read again`)
    assert.equal(parseSpamEntry(kept).kind, kind, given)
  }
})

test('an entry that could match nothing, or everything, is refused with its problem', () => {
  const wrong: [given: string, problem: SpamEntryProblem][] = [
    ['', 'empty'],
    [' \t ', 'empty'],
    ['a'.repeat(MAX_SPAM_ENTRY_LENGTH + 1), 'too_long'],
    ['buy\nnow', 'control_character'],
    ['buy\u0000', 'control_character'],
    ['https://example.com/', 'url'],
    ['bo@localhost', 'address_invalid'],
    ['bo smith@example.com', 'address_invalid'],
    ['a@b@example.com', 'address_invalid'],
    ['@example', 'domain_invalid'],
    ['@', 'domain_invalid'],
    ['@exa mple.com', 'domain_invalid'],
    ['*', 'wildcard'],
    ['casino*', 'wildcard'],
    ['!!!', 'no_letter'],
    ['.', 'no_letter'],
  ]
  for (const [given, problem] of wrong) {
    assert.deepEqual(readSpamEntry(given), { kind: 'problem', problem }, JSON.stringify(given))
  }
  assert.equal(readSpamEntry('a'.repeat(MAX_SPAM_ENTRY_LENGTH)).kind, 'entry')
})
