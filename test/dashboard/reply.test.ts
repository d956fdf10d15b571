import assert from 'node:assert/strict'
import { test } from 'node:test'
import '../support/dashboard/english.ts'
import type { Submission } from '../../dashboard/src/api/submissions/submissions.ts'
import { replyAddress } from '../../dashboard/src/screens/inbox/list/reply-address.ts'
import { replyLink } from '../../dashboard/src/screens/submission/reply.ts'
import { EXAMPLE_STORED } from '../../src/http/submissions/submission-shape.ts'

function submission(fields: Submission['fields']): Submission {
  return { ...EXAMPLE_STORED, fields }
}

/** As a mail program reads the link. */
function readMailto(link: string | null): Record<string, string> {
  const url = new URL(link ?? '')
  return { to: decodeURIComponent(url.pathname), ...Object.fromEntries(url.searchParams) }
}

test('replies to _replyto, else to the field named email', () => {
  assert.equal(replyAddress([['Email', ' charles@babbage.org ']]), 'charles@babbage.org')
  const both: Submission['fields'] = [
    ['email', 'charles@babbage.org'],
    ['_replyto', 'engine@babbage.org'],
  ]
  assert.equal(replyAddress(both), 'engine@babbage.org')
  assert.equal(replyAddress([['friend', 'charles@babbage.org']]), null)
})

test('accepts no address that adds a header, a recipient or a scheme', () => {
  const hostile = [
    'mallory@acme.org?bcc=all@acme.org',
    'mallory@acme.org,all@acme.org',
    'mallory@acme.org%0Abcc:all@acme.org',
    'mallory@acme.org\r\nBcc: all@acme.org',
    'Mallory <mallory@acme.org>',
    'javascript:alert(1)',
    'mallory@acme',
    `${'a'.repeat(65)}@acme.org`,
    42,
    null,
    ['mallory@acme.org'],
  ]
  for (const value of hostile) assert.equal(replyLink(submission([['email', value]])), null, String(value))
  const odd = readMailto(replyLink(submission([['email', 'a&cc=b?c#d@acme.org']])))
  assert.equal(odd.to, 'a&cc=b?c#d@acme.org')
  assert.deepEqual(Object.keys(odd), ['to', 'subject', 'body'])
})

test('quotes the message line by line, within the length limit of mail apps', () => {
  const link = replyLink(
    submission([
      ['email', 'charles@babbage.org'],
      ['subject', 'An engine\r\nBcc: all@acme.org'],
      ['message', 'How much\nis one? &cc=x'],
    ]),
  )
  const email = readMailto(link)
  assert.equal(email.subject, 'Re: An engine Bcc: all@acme.org')
  assert.match(email.body ?? '', /charles@babbage\.org wrote:\r\n> How much\r\n> is one\? &cc=x\r\n$/)

  const long = replyLink(
    submission([
      ['email', 'c@babbage.org'],
      ['message', 'word '.repeat(20_000)],
    ]),
  )
  assert.ok((long ?? '').length < 2_000)
})

test('handles lone surrogates in the message', () => {
  const link = replyLink(
    submission([
      ['email', 'c@babbage.org'],
      ['message', 'a\ud83d'],
    ]),
  )
  assert.match(readMailto(link).body ?? '', /> a\ufffd/)
})
