import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { composeSubmissionEmail } from '../../src/delivery/channels/email/templates/submission-email.ts'
import { defang, splitAtLinks } from '../../src/delivery/channels/email/templates/submitted-text.ts'
import { createSubmission, emailInput } from '../support/fixtures/email-input.ts'
import { addresses, settingsUrl } from '../support/fixtures/email-reading.ts'

test('disables web and email addresses visibly until the confirmation', () => {
  const rows: [submitted: string, printed: string][] = [
    ['https://evil.dev/a', 'hxxps://evil[.]dev/a'],
    ['HTTP://www.evil.dev', 'HXXP://www[.]evil[.]dev'],
    ['https：//evil．dev', 'hxxps：//evil[．]dev'],
    ['www.1und1.de', 'www[.]1und1[.]de'],
    ['//evil.dev/x', '[//]evil[.]dev/x'],
    ['http:///evil.dev', 'hxxp:///evil[.]dev'],
    ['http://a@evil.dev', 'hxxp://a[@]evil[.]dev'],
    ['ftp://evil.dev', 'ftp[:]//evil[.]dev'],
    ['evil.dev and 163.com', 'evil[.]dev and 163[.]com'],
    ['evil。dev', 'evil[。]dev'],
    ['evil\u2024dev', 'evil[\u2024]dev'],
    ['пример.рф 例え.jp xn--a.xn--p1ai', 'пример[.]рф 例え[.]jp xn--a[.]xn--p1ai'],
    ['evil.\u200bdev', 'evil[.]\u200bdev'],
    ['grace@navy.mil', 'grace[@]navy[.]mil'],
    ['a@[127.0.0.1]', 'a[@][127.0.0.1]'],
    ['mailto:grace@navy.mil', 'mailto[:]grace[@]navy[.]mil'],
    ['tel:123', 'tel[:]123'],
    ['\\\\server\\share', '[\\\\]server\\share'],
  ]
  for (const [submitted, printed] of rows) assert.equal(defang(submitted), printed)
})

test('leaves numbers, prices, times and sentences as they were written', () => {
  const texts = [
    ...[
      '2.000 €',
      'EUR 1.234,56',
      '$1,234.50',
      '10:30',
      '12.30Uhr',
      '24.12.2026',
      'v1.2.3',
      '192.168.0.1:80',
    ],
    ...['+49.30.123456', '3@5', 'ISBN 978-3-16-148410-0', 'The end. Really...', 'z.B. so', 'Name: Grace'],
    ...['はじめまして。資料を送ってください。', 'OKです。Web制作', '你好。谢谢。', 'a / b // c'],
  ]
  for (const text of texts) assert.equal(defang(text), text)
})

test('disables links in names and values in both parts, and nothing invisible is in them', () => {
  const submission = createSubmission({ 'name.evil.dev': 'https://evil.dev b@evil.dev' })
  const email = composeSubmissionEmail(emailInput({ submission }))
  assert.ok(email.text.includes('  name[.]evil[.]dev\n    hxxps://evil[.]dev b[@]evil[.]dev\n'))
  assert.ok(email.html.includes('>name[.]evil[.]dev</dt>'))
  assert.ok(email.html.includes('>hxxps://evil[.]dev b[@]evil[.]dev</dd>'))
  assert.doesNotMatch(email.text + email.html, /\p{Cf}/u)
})

test('leaves nothing that a mail program links, and only adds brackets', () => {
  const pieces = [
    'a',
    'dev',
    '7',
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
    'mailto:',
  ]
  const text = fc.array(fc.constantFrom(...pieces), { maxLength: 20 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(text, (submitted) => {
      const shown = defang(submitted)
      const restored = shown.replaceAll('hxxp', 'http').replace(/\[([^\]]+)\]/g, '$1')
      assert.equal(restored, submitted)
      assert.doesNotMatch(
        shown,
        /https?:|(?<!hxxps?):[/\\]{2}|\w[.。][a-z]{2}|www\.\S|[a-z]@\S|\S@[a-z]|(?<![a-z7])mailto:\S/,
      )
    }),
    { numRuns: 2_000 },
  )
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
