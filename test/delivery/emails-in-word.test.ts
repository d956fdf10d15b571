import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gatheredContents } from '../../src/delivery/channels/email/templates/gathered-email.ts'
import { composeNotice } from '../../src/delivery/channels/email/templates/notice-email.ts'
import { composeSubmissionEmail } from '../../src/delivery/channels/email/templates/submission-email.ts'
import { emailInput } from '../support/fixtures/email-input.ts'

/**
 * Properties of inline styles that Outlook on Windows, which renders with Word, reads at least in part; compare caniemail.com,
 * client Outlook (Windows).
 */
const READ_BY_WORD: ReadonlySet<string> = new Set([
  ...[
    'margin',
    'margin-top',
    'margin-left',
    'margin-right',
    'margin-bottom',
    'padding',
    'padding-left',
    'padding-right',
  ],
  ...[
    'background',
    'color',
    'font',
    'font-size',
    'font-weight',
    'line-height',
    'letter-spacing',
    'text-align',
  ],
  ...[
    'text-decoration',
    'vertical-align',
    'border',
    'border-top',
    'border-left',
    'border-collapse',
    'width',
    'height',
  ],
  ...['word-break', 'mso-padding-alt'],
])
/** Properties that Word does not read, and how the email looks without them. */
const WITHOUT: Readonly<Record<string, string>> = {
  'border-radius': 'corners are square',
  display:
    'the button has its padding from mso-padding-alt of its cell, and the bar before the preview is absent',
  'max-width': 'the table has its width in an attribute',
  'overflow-wrap': 'long words are broken by word-break',
  'table-layout': 'the table has its width in an attribute',
  'white-space': 'values have a br at the end of each line, and several spaces become one',
  'text-wrap': 'headings break where they end',
  'text-underline-offset': 'underlines are where the font has them',
  'text-size-adjust': 'only phones change sizes',
  '-webkit-text-size-adjust': 'only phones change sizes',
}

const base = 'https://forms.formslot.dev'

function digest() {
  const { endpoint } = emailInput({ kind: 'submission', state: 'claimed' })
  const fields = [
    { name: 'name', value: 'Grace' },
    { name: 'email', value: 'grace@navy.mil' },
  ]
  const contents = gatheredContents({
    ...{ language: 'en', endpoint, because: 'mode', withContent: true, base },
    gathered: { count: 2, named: [{ key: 1, receivedAt: new Date(0), fields, fileCount: 1 }] },
    toSubmissionUrl: () => `${base}/app/inbox/sub_1`,
    snoozeUrl: `${base}/snooze/token`,
    stopUrl: `${base}/emails/token`,
  })
  const sender = {
    base,
    from: { name: 'Formslot', address: 'forms@formslot.dev' },
    messageDomain: 'formslot.dev',
    handlesBounces: false,
  }
  const about = {
    to: 'ada@lovelace.dev',
    id: 'not_1',
    createdAt: new Date(0),
    bounceToken: 'b',
    group: 'notice',
  } as const
  return composeNotice(contents, { sender, ...about })
}

const EMAILS = [
  composeSubmissionEmail(emailInput()),
  composeSubmissionEmail(
    emailInput({
      kind: 'submission',
      state: 'claimed',
      snoozeUrl: `${base}/snooze/token`,
      dashboardUrl: `${base}/app`,
    }),
  ),
  digest(),
]

test('emails use no property that Word ignores without something in its place', () => {
  for (const { html, subject } of EMAILS) {
    const styles = [...html.matchAll(/style="([^"]*)"/g)].flatMap(([, style = '']) =>
      style.replaceAll(/&#?\w+;/g, '').split(';'),
    )
    const used = new Set(
      styles.map((rule) => rule.slice(0, rule.indexOf(':')).trim()).filter((name) => name !== ''),
    )
    for (const property of used)
      assert.ok(READ_BY_WORD.has(property) || property in WITHOUT, `${property} in ${subject}`)
  }
})

test('emails need no image, no script and nothing from elsewhere, and buttons have a background that Word reads', () => {
  for (const { html } of EMAILS) {
    assert.doesNotMatch(
      html,
      /<(?:img|script|link|svg|video|iframe|form|input)\b|url\(|@import|position:|display:\s*(?:flex|grid)/i,
    )
    for (const [cell] of html.matchAll(/<td[^>]*border-radius:9px[^>]*>/g)) {
      assert.match(cell, /bgcolor="#[0-9a-f]{6}"/)
      assert.match(cell, /mso-padding-alt/)
    }
    // The width that Word takes.
    assert.match(html, /<table role="presentation" class="ink" width="600"/)
  }
})

test('a digest without content says only how many there are', () => {
  const { endpoint } = emailInput({ kind: 'submission', state: 'claimed' })
  const named = [
    { key: 1, receivedAt: new Date(0), fields: [{ name: 'name', value: 'Grace' }], fileCount: 0 },
  ]
  const contents = gatheredContents({
    ...{ language: 'en', endpoint, because: 'burst', withContent: false, base },
    gathered: { count: 2, named },
    toSubmissionUrl: () => '',
    ...{ snoozeUrl: '', stopUrl: '' },
  })
  assert.equal(contents.heading, '2 new messages')
  assert.doesNotMatch(JSON.stringify(contents), /Grace/)
})
