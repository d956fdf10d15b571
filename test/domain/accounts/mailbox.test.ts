import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  canonicalMailbox,
  mailboxHint,
  mailboxIdentity,
  readPlainAddress,
} from '../../../src/domain/accounts/mailbox.ts'

test('an address is kept as typed, but for its domain, which becomes lower-case A-labels', () => {
  assert.equal(readPlainAddress('Jane+Forms@ACME.Org'), 'Jane+Forms@acme.org')
  assert.equal(readPlainAddress('jane@Bücher.de'), 'jane@xn--bcher-kva.de')
  assert.equal(readPlainAddress('jane@例え。jp'), 'jane@xn--r8jz45g.jp')
  assert.equal(readPlainAddress('jane@דוגמה.co.il'), 'jane@xn--6dbbec0c.co.il')
})

test('nothing may stand around an address', () => {
  for (const text of [' jane@acme.org', 'jane@acme.org ', 'jane@acme.org\n', '<jane@acme.org>', '']) {
    assert.equal(readPlainAddress(text), null, JSON.stringify(text))
  }
})

test('an A-label that stands for nothing is no domain', () => {
  for (const text of ['jane@xn--zzzz.de', 'jane@xn--a.com', 'jane@xn--.com']) {
    assert.equal(readPlainAddress(text), null, text)
  }
})

test('a domain with characters that nobody sees is no domain', () => {
  for (const unseen of ['\u00ad', '\u200b', '\u200c', '\u2060', '\ufeff', '\u00a0', '\u3000']) {
    assert.equal(readPlainAddress(`jane@ac${unseen}me.org`), null, escape(unseen))
  }
})

test('a local part of 64 characters is read, one longer is not', () => {
  assert.ok(readPlainAddress(`${'l'.repeat(64)}@acme.org`))
  assert.equal(readPlainAddress(`${'l'.repeat(65)}@acme.org`), null)
})

test('a domain name of 63-character labels is read, one longer is not', () => {
  assert.ok(readPlainAddress(`jane@${'d'.repeat(63)}.org`))
  assert.equal(readPlainAddress(`jane@${'d'.repeat(64)}.org`), null)
})

const ONE_MAILBOX: Record<string, readonly string[]> = {
  'jane@acme.org': ['jane@acme.org', 'JANE@acme.org', 'jane+a@acme.org', 'Jane+a+b@acme.org'],
  'janedoe@gmail.com': ['janedoe@gmail.com', 'Jane.Doe@gmail.com', 'j.a.n.e.doe+x@googlemail.com'],
  'jane.doe@acme.org': ['jane.doe@acme.org'],
  '+49151@acme.org': ['+49151@acme.org'],
}

for (const [canonical, spellings] of Object.entries(ONE_MAILBOX)) {
  test(`the emails of ${spellings.join(', ')} share one budget`, () => {
    for (const spelling of spellings) assert.equal(canonicalMailbox(spelling), canonical)
  })
}

test('tags and dots tell accounts apart, upper case does not', () => {
  assert.equal(mailboxIdentity('Jane.Doe+Forms@gmail.com'), 'jane.doe+forms@gmail.com')
})

test('the hint shows an email on each side and the top level', () => {
  assert.equal(mailboxHint('jane@acme.org'), 'j***@a***.org')
  assert.equal(mailboxHint('j@mail.acme.co.uk'), 'j***@m***.uk')
})
