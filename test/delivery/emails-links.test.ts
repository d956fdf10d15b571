import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { breakLinks, defang } from '../../src/delivery/channels/email/templates/defang.ts'
import { splitAtLinks } from '../../src/delivery/channels/email/templates/linked-text.ts'
import { composeSubmissionEmail } from '../../src/delivery/channels/email/templates/submission-email.ts'
import { createSubmission, emailInput } from '../support/fixtures/email-input.ts'
import { addresses, settingsUrl } from '../support/fixtures/email-reading.ts'

/** Stands for the zero-width non-joiner in the tables. */
const BREAK = '¦'

test('disables web and email addresses in the text part until the claim', () => {
  const rows: [submitted: string, printed: string][] = [
    ['https://evil.dev/a', 'https[:]//evil.dev/a'],
    ['HTTP://www.evil.dev', 'HTTP[:]//www[.]evil.dev'],
    ['www.evil.dev', 'www[.]evil.¦dev'],
    ['WWW.evil.dev', 'WWW[.]evil.¦dev'],
    ['//evil.dev/x', '[//]evil.¦dev/x'],
    ['http:///evil.dev', 'http[:]///evil.¦dev'],
    ['http://a@evil.dev', 'http[:]//a@¦evil.¦dev'],
    ['evil.dev', 'evil.¦dev'],
    ['evil。dev', 'evil。¦dev'],
    ['grace@navy.mil', 'grace@¦navy.¦mil'],
    ['mailto:grace@navy.mil', 'mailto:¦grace@¦navy.¦mil'],
    ['\\\\server\\share', '\\¦\\server\\share'],
    ['The end. Really...', 'The end. Really...'],
  ]
  for (const [submitted, printed] of rows) assert.equal(visible(defang(submitted)), printed)
})

test('shows the text as sent in the HTML part until the claim, and nothing in it can become a link', () => {
  const rows: [submitted: string, printed: string][] = [
    ['https://evil.dev/a', 'https:¦/¦/evil.¦dev/a'],
    ['www.evil.dev', 'www.¦evil.¦dev'],
    ['//evil.dev', '/¦/evil.¦dev'],
    ['grace@navy.mil', 'grace@¦navy.¦mil'],
    ['evil\u2024dev', 'evil\u2024¦dev'],
    ['tel:123', 'tel:¦123'],
    ['One. Two', 'One. Two'],
  ]
  for (const [submitted, printed] of rows) assert.equal(visible(breakLinks(submitted)), printed)
})

test('disables links in names and values in both parts', () => {
  const submission = createSubmission({ 'name.evil.dev': 'https://evil.dev b@evil.dev' })
  const email = composeSubmissionEmail(emailInput({ submission }))
  assert.ok(visible(email.text).includes('  name.¦evil.¦dev\n    https[:]//evil.dev b@¦evil.¦dev\n'))
  assert.ok(visible(email.html).includes('>name.¦evil.¦dev</dt>'))
  assert.ok(visible(email.html).includes('>https:¦/¦/evil.¦dev b@¦evil.¦dev</dd>'))
})

test('breaks every dot, @ and scheme between two words and adds nothing else', () => {
  const piece = fc.constantFrom(
    'a',
    'dev',
    '.',
    '@',
    ':',
    '/',
    '//',
    '://',
    'www.',
    '\\',
    ' ',
    '。',
    'https',
    '[',
    ']',
  )
  const text = fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join(''))
  fc.assert(
    fc.property(text, (submitted) => {
      const broken = breakLinks(submitted)
      assert.equal(broken.replaceAll('\u200c', ''), submitted)
      assert.doesNotMatch(broken, /[.。@:][a-z]|:\/|\/\/|\\\\/)
      assert.doesNotMatch(defang(submitted), /:\/\/(?<!\[:\]\/\/)|www\.|@[a-z]/)
    }),
    { numRuns: 2_000 },
  )
})

test('creates addresses that no browser opens, even if a mail program links them', () => {
  for (const host of ['evil.dev', 'www.evil.dev', 'a.b.evil.dev', 'evil。dev', 'grace@navy.mil']) {
    assert.equal(URL.canParse(`https://${host}`), true)
    assert.equal(URL.canParse(`https://${breakLinks(host)}`), false, host)
  }
})

test('links only http and https addresses once claimed', () => {
  const message = 'see https://acme.org/a?b=1&c=2, javascript:alert(1) ftp://a.dev www.a.dev //a.dev a@b.dev'
  const input = emailInput({
    state: 'claimed',
    submission: createSubmission({ 'https://name.dev': message }),
  })
  const email = composeSubmissionEmail(input)
  assert.deepEqual(addresses(email), ['https://acme.org/a?b=1&c=2', input.dashboardUrl, settingsUrl(input)])
  assert.match(email.html, /rel="noopener noreferrer nofollow"/)
  assert.ok(email.text.includes(message))
  const before = composeSubmissionEmail({ ...input, state: 'unclaimed' })
  assert.deepEqual(addresses(before), [input.stopUrl])
})

test('ends a link before the punctuation of its sentence, and links no address with a user name', () => {
  const rows: [text: string, links: string[]][] = [
    ['(https://acme.org/a).', ['https://acme.org/a']],
    ['https://acme.org/Email_(mail)', ['https://acme.org/Email_(mail)']],
    ['https://acme.org、https://b.dev。', ['https://acme.org', 'https://b.dev']],
    ['<https://acme.org>', ['https://acme.org']],
    ['https://bank.com@evil.dev/', []],
    ['https://', []],
    ['http://a.dev http://b.dev!', ['http://a.dev', 'http://b.dev']],
  ]
  for (const [text, links] of rows) {
    const runs = splitAtLinks(text)
    assert.equal(runs.map((run) => run.text).join(''), text)
    const found = runs.filter((run) => run.href !== null).map((run) => run.text)
    assert.deepEqual(found, links)
  }
})

function visible(text: string): string {
  return text.replaceAll('\u200c', BREAK)
}
