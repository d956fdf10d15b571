import assert from 'node:assert/strict'
import { test } from 'node:test'
import { replyAddress } from '../../../dashboard/src/screens/inbox/list/reply-address.ts'
import { findReplyAddress } from '../../../src/domain/submissions/fields.ts'

const JANE = 'jane@acme.org'

test('replies go to the address of the visitor, however the field is called', () => {
  const names = [
    ...['email', 'Email', 'EMAIL', 'mail', 'Mail', 'e-mail', 'E-Mail', 'e_mail', 'eMail'],
    ...['your-email', 'your_email', 'yourEmail', 'Your Email', 'user_email', 'user-mail', 'useremail'],
    ...['contact[email]', 'contact[e-mail]', 'form[contact][email]', 'fields[email]', 'data[user][mail]'],
    ...['email_address', 'emailAddress', 'E-Mail Address', 'customer.email', 'billing:email'],
    ...['_replyto', '_reply_to'],
  ]
  for (const name of names) {
    assert.equal(findReplyAddress([{ name, value: ` ${JANE} ` }]), JANE, name)
    assert.equal(replyAddress([[name, ` ${JANE} `]]), JANE, `${name} in the dashboard`)
  }
})

test('replies go to nobody else', () => {
  const names = [
    ...['friend_email', 'recipient[email]', 'email_friend', 'email_confirm_to', 'cc-mail', 'to_email'],
    ...['recipient', 'to', 'message', 'mailing_list', 'emails', 'gmail', 'blackmail', '_email', '_cc'],
  ]
  for (const name of names) {
    assert.equal(findReplyAddress([{ name, value: JANE }]), null, name)
    assert.equal(replyAddress([[name, JANE]]), null, `${name} in the dashboard`)
  }
})

test('replies go to one valid address, and no value adds a header', () => {
  const hostile = [
    'jane@acme.org, bo@builds.dev',
    'jane@acme.org\r\nBcc: all@acme.org',
    'jane@acme.org\nBcc: all@acme.org',
    'Jane <jane@acme.org>',
    'jane@acme.org;bo@builds.dev',
    'jane@acme',
    'jane',
    '',
    [JANE],
    { address: JANE },
    42,
    null,
  ]
  for (const value of hostile) {
    assert.equal(findReplyAddress([{ name: 'your-email', value }]), null, JSON.stringify(value))
  }
})

test('prefers _replyto, then email, then the first field that means the same', () => {
  const fields = [
    { name: 'work-email', value: 'work@acme.org' },
    { name: 'your-email', value: 'your@acme.org' },
    { name: 'email', value: 'plain@acme.org' },
    { name: '_replyto', value: 'reply@acme.org' },
  ]
  assert.equal(findReplyAddress(fields), 'reply@acme.org')
  assert.equal(findReplyAddress(fields.slice(0, 3)), 'plain@acme.org')
  assert.equal(findReplyAddress(fields.slice(0, 2)), 'work@acme.org')
  assert.equal(findReplyAddress([{ name: 'email', value: 'none' }, ...fields.slice(0, 2)]), 'work@acme.org')
})
