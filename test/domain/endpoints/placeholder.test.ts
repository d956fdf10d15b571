import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPlaceholder } from '../../../src/domain/endpoints/placeholder.ts'

const PLACEHOLDERS: readonly string[] = [
  // Documentation and special-use domains.
  'jane@example.com',
  'jane@example.org',
  'jane@example.net',
  'jane@mail.example.com',
  'JANE@EXAMPLE.COM',
  'jane@example.com.',
  'recipient@example.com',
  'jane@acme.example',
  'jane@acme.test',
  'jane@acme.invalid',
  'jane@localhost',
  'jane@acme.localhost',
  'jane@printer.local',
  'jane@acme.localdomain',
  'jane@acme.internal',
  'jane@acme.onion',
  'jane@acme.alt',
  'jane@home.arpa',
  // Template addresses.
  'your@email.com',
  'you@email.com',
  'email@email.com',
  'test@test.com',
  'foo@bar.com',
  'abc@xyz.com',
  'xxx@xxx.xxx',
  'name@domain.com',
  'email@address.com',
  'user@domain.tld',
  'jane@domain.tld',
  'someone@somewhere.com',
  'your-email@gmail.com',
  'youremail@gmail.com',
  'your.email@acme.org',
  'YOUR_EMAIL@acme.org',
  'your-email-here@acme.org',
  'your-email+forms@gmail.com',
  'yourname@gmail.com',
  'your.name@acme.org',
  'firstname.lastname@company.com',
  'you@yourdomain.com',
  'jane@yourdomain.com',
  'john@yourdomain.co.uk',
  'you@your-domain.com',
  'you@yoursite.com',
  'you@mail.yourcompany.com',
  'user@yourcompany.com',
  'hello@yourwebsite.com',
  'me@mydomain.com',
  'you@example',
  'you@domain.co.uk',
  'you@your.domain',
  'me@mydomain.com.br',
  'john.doe@domain.com',
  // Template text.
  '{{email}}',
  '{{ recipient.email }}',
  '{email}',
  '$' + '{EMAIL}',
  '$EMAIL',
  '<EMAIL>',
  '<your email>',
  '<you@example.com>',
  '[email]',
  '[[email]]',
  '%EMAIL%',
  '%%EMAIL%%',
  '__EMAIL__',
  '<%= email %>',
  '#{email}',
  '(email)',
  'YOUR_EMAIL',
  'YOUR_EMAIL_HERE',
  'YOUR_EMAIL_ADDRESS',
  'your-email',
  'your email address',
  'Enter your email',
  'recipient_email',
  'email',
  'EMAIL_ADDRESS',
  'email@',
  '@email',
  '<RECIPIENT>',
  '{{user}}@{{domain}}',
  '{{name}}@acme.org',
  '<name>@<domain>',
  '<your-name>@gmail.com',
  '{name}@acme.org',
]

const REAL: readonly string[] = [
  'yourway@gmail.com',
  'me@example-shop.de',
  'tester@contest.com',
  'info@domain.de',
  'jane@acme.org',
  'jane@myexample.com',
  'jane@example.com.acme.org',
  'jane@testing.acme.org',
  'jane@latest.com',
  'jane@local.acme.org',
  'jane@invalid.acme.org',
  'jane@gmail.com',
  'jane@email.com',
  'jane@mail.com',
  'jane@test.com',
  'jane@xyz.com',
  'info@mydomain.com',
  'email@janedoe.com',
  'mail@janedoe.com',
  'me@janedoe.com',
  'you@janedoe.com',
  'name@janedoe.com',
  'test@janedoe.com',
  'user@janedoe.com',
  'contact@janedoe.com',
  'owner@acme.org',
  'test@mail.acme.org',
  'test@mail.com.acme.org',
  'me@site.acme.org',
  'me@foo.dev',
  'john.doe@mail.com',
  'me@email.com',
  'recipient@acme.org',
  'user.name@acme.org',
  'usermail@acme.org',
  'mymail@acme.org',
  'my.mail@acme.org',
  'mymailbox@acme.org',
  'my-name@acme.org',
  'yourmajesty@acme.org',
  'youremarkable@gmail.com',
  'jane@mailyourdomain.com',
  'jane@myapp.com',
  'jane@my-app.io',
  'jane@myserver.net',
  'jane@mymail.com',
  'jane@ourcompany.coop',
  'jane@myhost.de',
  'ke$ha@acme.org',
  '100%jane@acme.org',
  'o{}brien',
  '',
]

for (const text of PLACEHOLDERS) {
  test(`recognizes ${text} as a placeholder`, () => {
    assert.equal(isPlaceholder(text), true)
  })
}

for (const text of REAL) {
  test(`does not take ${text || 'nothing'} for a placeholder`, () => {
    assert.equal(isPlaceholder(text), false)
  })
}

test('ignores text longer than any address', () => {
  const ending = '@example.com'
  assert.equal(isPlaceholder('a'.repeat(320 - ending.length) + ending), true)
  assert.equal(isPlaceholder('a'.repeat(321 - ending.length) + ending), false)
})

test('no pattern backtracks over the longest text', () => {
  // A pattern that tries every way to cut such a text in pieces would never come back from here.
  for (const part of ['your', '{', '<', '[', '%a', '__', 'your-', '@', 'a.', '(']) {
    for (const end of ['', '@', '@a', '!']) {
      const text = part.repeat(Math.floor((320 - end.length) / part.length)) + end
      assert.equal(typeof isPlaceholder(text), 'boolean')
    }
  }
})
