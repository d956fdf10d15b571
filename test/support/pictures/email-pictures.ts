/**
 * Photographs the emails, light and dark, wide and on a phone, into the folder `pictures/emails/`. Arguments choose
 * them by the beginning of their names:
 *
 *   node test/support/pictures/email-pictures.ts notice claim-short
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { type ListedFile, printFiles } from '../../../src/delivery/channels/email/files/file-list.ts'
import { claimContents } from '../../../src/delivery/channels/email/templates/claim-email.ts'
import { digestContents } from '../../../src/delivery/channels/email/templates/digest-email.ts'
import { disabledContents } from '../../../src/delivery/channels/email/templates/disabled-email.ts'
import type { Email } from '../../../src/delivery/channels/email/templates/email.ts'
import { healthContents } from '../../../src/delivery/channels/email/templates/health-email.ts'
import { malwareContents } from '../../../src/delivery/channels/email/templates/malware-email.ts'
import { composeNotice } from '../../../src/delivery/channels/email/templates/notice-email.ts'
import { planContents } from '../../../src/delivery/channels/email/templates/plan-email.ts'
import { quotaContents } from '../../../src/delivery/channels/email/templates/quota-email.ts'
import { destinationContents } from '../../../src/delivery/channels/email/templates/request-email.ts'
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

const FILE_LINK = 'https://forms.formslot.dev/files/5x0n8v2k7q4m9t6r3w1z8b5c2y7h4j0d6f9g3s1p8a4e2m7k5v'
const LINK = { kind: 'link', url: FILE_LINK, isUnscanned: false } as const
/** Files by the name of the email that lists them. */
const FILES: Record<string, readonly ListedFile[]> = {
  'owned-files': [
    { name: 'Lebenslauf Grace Hopper.pdf', bytes: 1_234_567, state: LINK },
    { name: 'compiler.png', bytes: 312_000, state: LINK },
    { name: 'notes.txt', bytes: 512, state: LINK },
  ],
  'owned-files-only': [{ name: 'photo.jpg', bytes: 2_900_000, state: LINK }],
  'owned-files-attached': [
    { name: 'Lebenslauf Grace Hopper.pdf', bytes: 1_234_567, state: { kind: 'attached' } },
    { name: 'talk.mp4', bytes: 21_000_000, state: LINK },
  ],
  'owned-files-all-attached': [{ name: 'notes.txt', bytes: 512, state: { kind: 'attached' } }],
  'owned-files-blocked': [
    { name: 'invoice.zip', bytes: 48_000, state: { kind: 'infected' } },
    { name: 'report.docx', bytes: 48_000, state: { kind: 'locked' } },
    { name: 'backup.zip', bytes: 24_000_000, state: { ...LINK, isUnscanned: true } },
    { name: 'scan.pdf', bytes: 900_000, state: { kind: 'gone' } },
    { name: 'table.csv', bytes: 900, state: { kind: 'damaged' } },
  ],
  'owned-files-names': [
    { name: 'الميزانية 2026 (النهائية).pdf', bytes: 123_456, state: LINK },
    { name: '見積書_最終版_修正済み_2026年11月.xlsx', bytes: 45_678, state: LINK },
    { name: `${'a-very-long-name-without-spaces'.repeat(5)}.pdf`, bytes: 98_765_432, state: LINK },
    { name: "O'Brien & Söhne <final>.pdf", bytes: 10, state: LINK },
  ],
}
const FILE_EMAIL = {
  kind: 'submission',
  state: 'claimed',
  submission: SHORT,
  endpoint: namedEndpoint('Contact'),
} as const

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
  Object.entries({
    ...submissionEmails(language),
    ...fileEmails(language),
    ...noticeEmails(language),
  }).map(([name, email]) => [`${name}-${language}`, email] as const),
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

function fileEmails(language: Language): Record<string, Email> {
  const linksEndAt = new Date('2026-11-27T10:00:00Z')
  return Object.fromEntries(
    Object.entries(FILES).map(([name, listed]) => {
      const files = {
        ...printFiles({ language, files: listed, linksEndAt, isOwner: true }),
        attachments: [],
      }
      const submission = name === 'owned-files-only' ? createSubmission({}) : SHORT
      return [name, composeSubmissionEmail(emailInput({ ...FILE_EMAIL, submission, files, language }))]
    }),
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
    'notice-malware': malwareContents({
      endpointId: 'f_k3v9q2m7x4t8r5wz',
      name: DISABLED.name,
      url: `${base}/app/inbox/sub_6nq0w8z4k2v7c1x9m3t5r0y8bh`,
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
    sender: { from, base, messageDomain, handlesBounces: false },
    to: 'ada@lovelace.dev',
    id: 'not_7h2k9',
    createdAt: askedAt,
    bounceToken: null,
  }
  return Object.fromEntries(
    Object.entries(contents).map(([name, said]) => [name, composeNotice(said, about)]),
  )
}
