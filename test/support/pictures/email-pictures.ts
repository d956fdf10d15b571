/**
 * Photographs the emails, light and dark, wide and on a phone, into the folder `pictures/emails/`. Arguments choose
 * them by the beginning of their names:
 *
 *   node test/support/pictures/email-pictures.ts notice claim-short
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { claimContents } from '../../../src/delivery/channels/email/templates/claim-email.ts'
import { destinationContents } from '../../../src/delivery/channels/email/templates/destination-email.ts'
import { digestContents } from '../../../src/delivery/channels/email/templates/digest-email.ts'
import { disabledContents } from '../../../src/delivery/channels/email/templates/disabled-email.ts'
import type { Email } from '../../../src/delivery/channels/email/templates/email.ts'
import { healthContents } from '../../../src/delivery/channels/email/templates/health-email.ts'
import { composeNotice } from '../../../src/delivery/channels/email/templates/notice-email.ts'
import { planContents } from '../../../src/delivery/channels/email/templates/plan-email.ts'
import { quotaContents } from '../../../src/delivery/channels/email/templates/quota-email.ts'
import { signInContents } from '../../../src/delivery/channels/email/templates/sign-in-email.ts'
import { stoppedContents } from '../../../src/delivery/channels/email/templates/stopped-email.ts'
import { composeSubmissionEmail } from '../../../src/delivery/channels/email/templates/submission-email.ts'
import type { SubmissionEmailInput } from '../../../src/delivery/channels/email/templates/submission-email-input.ts'
import { watchContents } from '../../../src/delivery/channels/email/templates/watch-email.ts'
import { LANGUAGES, type Language } from '../../../src/domain/language.ts'
import type { ToldWatch } from '../../../src/domain/outbox/notice.ts'
import { PLANS } from '../../../src/domain/plans/plan.ts'
import { openBrowser } from '../browser/browser.ts'
import { createSubmission, emailInput } from '../fixtures/email-input.ts'

const FOLDER = 'pictures/emails'
/** Languages without arguments, one of each kind: Latin, right to left, and without spaces. */
const LANGUAGES_SHOWN: readonly Language[] = ['en', 'ar', 'ja']
const WIDTHS = { wide: 700, phone: 375 }

const SHORT = createSubmission({
  name: 'Grace Hopper',
  email: 'grace@navy.mil',
  message: 'Hello Ada,\n\nI read your notes on the engine. Could we talk?\n\nGrace',
})
const LONG = createSubmission([
  ['name', 'Grace Brewster Murray Hopper'],
  ['email', 'grace.hopper@department-of-the-navy.mil'],
  ['website', 'https://www.history.navy.mil/people/hopper-grace.html'],
  ['toppings', ['cheese', 'olives', 'capers']],
  ['newsletter', true],
  ['guests', 12],
  ['phone', ''],
  ['token', 'a'.repeat(400)],
  ['order', { id: 17, lines: [{ sku: 'ENG-1', count: 2, note: 'see //shop.dev' }] }],
  ['message', 'The quick brown fox jumps over the lazy dog. '.repeat(1200)],
])
const WORLD = createSubmission({
  الاسم: 'ليلى العامري',
  رسالة: 'مرحبا، أود طلب ثلاث نسخ من الكتاب.\nOrder 4711 من فضلك.\nشكرا جزيلا!',
  お名前: '山田 花子',
  メッセージ: 'はじめまして。資料を送っていただけますか。\nよろしくお願いいたします。',
  mixed: 'English first, then עברית, and 123.\nעברית first, then English!',
})

const EMAILS: Record<string, Partial<SubmissionEmailInput>> = {
  'claim-short': { submission: SHORT },
  'claim-long': { submission: LONG },
  'claim-world': { submission: WORLD },
  'follow-up-short': { kind: 'submission', submission: SHORT },
  'follow-up-frozen': { kind: 'submission', state: 'frozen', submission: SHORT },
  'claimed-short': { kind: 'submission', state: 'claimed', submission: SHORT },
  'claimed-long': { kind: 'submission', state: 'claimed', submission: LONG },
  'claimed-world': { kind: 'submission', state: 'claimed', submission: WORLD },
  'owned-named': {
    kind: 'submission',
    state: 'claimed',
    submission: SHORT,
    endpoint: namedEndpoint('Kontaktformular der Babbage-Werkstatt für Rechenmaschinen'),
  },
  'owned-destination': {
    kind: 'submission',
    state: 'claimed',
    submission: SHORT,
    endpoint: namedEndpoint('Contact'),
    addressee: { kind: 'destination', id: 'dst_0123456789abcdef', mailbox: 'sales@lovelace.org' },
    dashboardUrl: null,
  },
  expired: { kind: 'submission', state: 'expired', submission: SHORT },
}

const QUOTA = {
  what: 'form',
  endpointId: 'f_k3v9q2m7x4t8r5wz',
  name: 'Contact',
  quota: 50,
  month: '2026-11',
  resetsAt: '2026-12-01T00:00:00.000Z',
} as const

const SPAM = [
  {
    name: 'Marketing Team',
    message: 'We can put your website on the first page: https://rank-first.example/offer?id=7',
  },
  {
    email: 'grace@navy.mil',
    message: 'Could you send me the price list again? The link in your catalog is dead.',
  },
  { name: '<b>Offer</b>', message: 'x'.repeat(300) },
].map((fields, days) => ({
  receivedAt: new Date(Date.UTC(2026, 10, 20 - days)),
  fields: Object.entries(fields).map(([name, value]) => ({ name, value })),
}))
const DIGEST = {
  forms: [{ endpointId: 'f_k3v9q2m7x4t8r5wz', count: 3 }],
  endpoints: [namedEndpoint('Contact form')],
  newest: SPAM.slice(0, 2),
}
const MANY_IDS = Array.from({ length: 13 }, (_, index) => `f_k3v9q2m7x4t8r5${String(index).padStart(2, '0')}`)
const LARGE_DIGEST = {
  forms: MANY_IDS.map((endpointId, index) => ({ endpointId, count: 1300 - 100 * index + 1 })),
  endpoints: MANY_IDS.map((id, index) => ({ ...namedEndpoint(index === 0 ? '' : `Studio ${index}`), id })),
  newest: SPAM,
}
const ALL_OF_A_KIND = { ...QUOTA, endpointId: null, name: null, quota: 5000 } as const
const CLAIM = {
  arrivedAt: new Date('2026-11-20T10:00:00Z'),
  claimUrl: 'https://forms.formslot.dev/claim/2xkq7v0c9m4t8r5wz1b3n6p8d0f2h4j6',
  declineUrl: 'https://forms.formslot.dev/disown/2xkq7v0c9m4t8r5wz1b3n6p8d0f2h4j6',
}

const WATCH = {
  endpointId: 't_k3v9q2m7x4t8r5wz',
  name: 'Backups',
  stopUrl: 'https://forms.formslot.dev/emails/2xkq7v0c9m4t8r5wz1b3n6p8d0f2h4j6',
}
const AT = '2026-11-20T10:00:00.000Z'
const DISABLED = {
  endpointId: 'f_k3v9q2m7x4t8r5wz',
  name: 'Contact',
  since: '2026-11-15T09:58:00.000Z',
  at: AT,
}
const SILENT: ToldWatch = {
  kind: 'fired',
  name: 'backup_done',
  props: [['server', 'db-1']],
  when: { kind: 'silence', for: '25h' },
  at: AT,
  lastSeenAt: '2026-11-19T09:00:00.000Z',
  count: null,
}
const CLEARED: ToldWatch = {
  kind: 'cleared',
  name: null,
  props: [],
  when: { kind: 'over', count: 1000, per: '15m' },
  at: AT,
  firedAt: '2026-11-20T08:41:00.000Z',
}
const REPORT: ToldWatch = {
  kind: 'report',
  name: null,
  props: [],
  when: { kind: 'report', per: 'week' },
  at: AT,
  since: '2026-11-13T10:00:00.000Z',
  until: AT,
  total: 12_345,
  names: [
    { name: 'pageview', count: 12_000 },
    { name: 'signup', count: 325 },
    { name: 'https://spam.example/offer', count: 20 },
  ],
}
const SIGNUPS: ToldWatch = {
  kind: 'events',
  name: 'signup',
  props: [],
  when: { kind: 'every' },
  at: AT,
  count: 7,
  batches: [],
}
const EVENTS = [0, 1, 2].map((index) => ({
  name: 'signup',
  time: new Date(Date.UTC(2026, 10, 20, 9, 59 - index)),
  props: [
    ['plan', index === 0 ? 'pro' : 'free'],
    ['source', 'https://spam.example/offer?id=7'],
  ] as const,
  url: 'https://shop.lovelace.dev/join',
  referrer: null,
  user: null,
  id: null,
}))

await mkdir(FOLDER, { recursive: true })
await using browser = await openBrowser()
const chosen = process.argv.slice(2)
const all = (chosen.length === 0 ? LANGUAGES_SHOWN : LANGUAGES).flatMap((language) =>
  Object.entries({ ...submissionEmails(language), ...noticeEmails(language) }).map(
    ([name, email]) => [`${name}-${language}`, email] as const,
  ),
)
const emails = Object.fromEntries(
  all.filter(([name]) => chosen.length === 0 || chosen.some((beginning) => name.startsWith(beginning))),
)
for (const [name, email] of Object.entries(emails)) {
  await writeFile(`${FOLDER}/${name}.txt`, email.text)
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const [size, width] of Object.entries(WIDTHS)) {
      const page = await browser.newPage({ colorScheme, viewport: { width, height: 700 } })
      await page.setContent(email.html)
      await page.screenshot({ path: `${FOLDER}/${name}-${colorScheme}-${size}.png`, fullPage: true })
      await page.close()
    }
  }
}
process.stdout.write(`${Object.keys(emails).length} emails are in ${FOLDER}/\n`)

function submissionEmails(language: Language): Record<string, Email> {
  const entries = Object.entries(EMAILS)
  return Object.fromEntries(
    entries.map(([name, change]) => [name, composeSubmissionEmail(emailInput({ ...change, language }))]),
  )
}

function namedEndpoint(name: string): SubmissionEmailInput['endpoint'] {
  const { endpoint } = emailInput({ state: 'claimed' })
  return { ...endpoint, settings: { ...endpoint.settings, name } }
}

function noticeEmails(language: Language): Record<string, Email> {
  const { from, base, messageDomain } = emailInput({})
  const askedAt = new Date('2026-11-20T10:00:00Z')
  const service = { name: from.name, base }
  const common = { language, base }
  const request = { language, name: from.name, base, askedAt, device: 'Firefox · Linux', code: '7kq2m9xt' }
  const url = `${base}/sign-in/${'2xkq7v0c9m4t8r5wz1b3n6p8d0'.repeat(2)}f2h4j6`
  const destination = `${base}/destination/${'k3v9q2m7x4t8r5wz'.repeat(4)}`
  const contents = {
    'notice-sign_in': signInContents({ ...request, purpose: 'sign_in', url }),
    'notice-confirm': signInContents({ ...request, purpose: 'confirm', url }),
    'notice-destination': destinationContents({
      endpointId: 'f_k3v9q2m7x4t8r5wz',
      ownerHint: 'a***@l***.org',
      ...common,
      url: destination,
      stopUrl: `${destination}/stop`,
    }),
    'notice-quota-80': quotaContents({ ...QUOTA, percent: 80, ...common }),
    'notice-quota-100': quotaContents({ ...QUOTA, percent: 100, ...common }),
    'notice-quota-telemetry': quotaContents({ ...ALL_OF_A_KIND, what: 'telemetry', percent: 80, ...common }),
    'notice-quota-queue': quotaContents({ ...ALL_OF_A_KIND, what: 'queue', percent: 100, ...common }),
    'notice-digest': digestContents({ ...DIGEST, stopUrl: `${base}/digest/token`, ...common }),
    'notice-digest-many': digestContents({ ...LARGE_DIGEST, stopUrl: `${base}/digest/token`, ...common }),
    'notice-claim-telemetry': claimContents({
      ...CLAIM,
      kind: 'telemetry',
      endpointId: 't_k3v9q2m7x4t8r5wz',
      first: 'signup at https://shop.lovelace.dev',
      language,
    }),
    'notice-claim-queue': claimContents({
      ...CLAIM,
      kind: 'queue',
      endpointId: 'q_k3v9q2m7x4t8r5wz',
      first: null,
      language,
    }),
    'notice-plan-up': planContents({
      language,
      before: PLANS.free,
      after: PLANS.pro,
      retentionReducedAt: null,
      service,
    }),
    'notice-plan-down': planContents({
      language,
      before: PLANS.pro,
      after: PLANS.free,
      retentionReducedAt: '2026-11-27T10:00:00.000Z',
      service,
    }),
    'notice-health': healthContents({
      ...common,
      endpointId: 'f_k3v9q2m7x4t8r5wz',
      name: 'Contact',
      findings: [
        {
          code: 'field_missing',
          since: '2026-11-17T14:02:00.000Z',
          field: 'email',
          sent: 63,
          of: 63,
          missingIn: 12,
        },
        { code: 'sent_by_get', since: '2026-11-19T08:10:00.000Z', count: 7 },
      ],
    }),
    'notice-watch-silence': watchContents({ ...WATCH, told: [SILENT], events: [[]], ...common }),
    'notice-watch-events': watchContents({ ...WATCH, told: [SIGNUPS], events: [EVENTS], ...common }),
    'notice-watch-many': watchContents({
      ...WATCH,
      told: [SILENT, CLEARED, REPORT],
      events: [[], [], []],
      ...common,
    }),
    'notice-disabled': disabledContents({
      ...DISABLED,
      because: 'failing',
      destination: { kind: 'webhook', origin: 'https://hooks.lovelace.dev' },
      answer: '503 Service Unavailable: see https://status.lovelace.dev/now',
      ...common,
    }),
    'notice-disabled-gone': disabledContents({
      ...DISABLED,
      because: 'gone',
      destination: { kind: 'slack', origin: 'https://hooks.slack.com' },
      answer: '404 channel_not_found',
      ...common,
    }),
    'notice-stopped': stoppedContents({
      endpointId: 'f_k3v9q2m7x4t8r5wz',
      name: 'Contact',
      addressee: 'recipient',
      url: `${base}/emails/${'k3v9q2m7x4t8r5wz'.repeat(3)}`,
      ...common,
    }),
    'notice-stopped-destination': stoppedContents({
      endpointId: 'f_k3v9q2m7x4t8r5wz',
      name: 'Contact',
      addressee: 'destination',
      url: `${destination}/start`,
      ...common,
    }),
  }
  const about = {
    sender: { from, base, messageDomain },
    to: 'ada@lovelace.dev',
    id: 'not_7h2k9',
    createdAt: askedAt,
  }
  return Object.fromEntries(
    Object.entries(contents).map(([name, said]) => [name, composeNotice(said, about)]),
  )
}
