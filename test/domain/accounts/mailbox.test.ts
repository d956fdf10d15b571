import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  canonicalMailbox,
  mailboxHint,
  mailboxIdentity,
  readPlainAddress,
} from '../../../src/domain/accounts/mailbox.ts'

test('keeps an address as typed, with its domain as lowercase A-labels', () => {
  assert.equal(readPlainAddress('Jane+Forms@ACME.Org'), 'Jane+Forms@acme.org')
  assert.equal(readPlainAddress('jane@Bücher.de'), 'jane@xn--bcher-kva.de')
  assert.equal(readPlainAddress('jane@例え。jp'), 'jane@xn--r8jz45g.jp')
  assert.equal(readPlainAddress('jane@דוגמה.co.il'), 'jane@xn--6dbbec0c.co.il')
})

test('rejects anything around an address', () => {
  for (const text of [' jane@acme.org', 'jane@acme.org ', 'jane@acme.org\n', '<jane@acme.org>', '']) {
    assert.equal(readPlainAddress(text), null, JSON.stringify(text))
  }
})

test('rejects an invalid A-label', () => {
  for (const text of ['jane@xn--zzzz.de', 'jane@xn--a.com', 'jane@xn--.com']) {
    assert.equal(readPlainAddress(text), null, text)
  }
})

test('rejects a domain with invisible characters', () => {
  for (const unseen of ['\u00ad', '\u200b', '\u200c', '\u2060', '\ufeff', '\u00a0', '\u3000']) {
    assert.equal(readPlainAddress(`jane@ac${unseen}me.org`), null, escape(unseen))
  }
})

test('accepts a local part of 64 characters and rejects 65', () => {
  assert.ok(readPlainAddress(`${'l'.repeat(64)}@acme.org`))
  assert.equal(readPlainAddress(`${'l'.repeat(65)}@acme.org`), null)
})

test('accepts domain labels of 63 characters and rejects 64', () => {
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
  test(`the spellings ${spellings.join(', ')} share one email budget`, () => {
    for (const spelling of spellings) assert.equal(canonicalMailbox(spelling), canonical)
  })
}

test('tags and dots distinguish accounts, letter case does not', () => {
  assert.equal(mailboxIdentity('Jane.Doe+Forms@gmail.com'), 'jane.doe+forms@gmail.com')
})

test('the hint shows the outer characters of each part and the top-level domain', () => {
  assert.equal(mailboxHint('jane@acme.org'), 'j***@a***.org')
  assert.equal(mailboxHint('j@mail.acme.co.uk'), 'j***@m***.uk')
})
