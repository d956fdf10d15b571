import type { EndpointFacts } from '../../../src/domain/endpoints/endpoint.ts'
import type { Notice, ToldWatch } from '../../../src/domain/outbox/notice.ts'
import { PLANS } from '../../../src/domain/plans/plan.ts'
import type { ParsedEvent } from '../../../src/domain/telemetry/event.ts'
import type { DeliveredNotice } from '../../../src/store/contract/outbox-store.ts'

export const AT = '2026-11-20T10:00:00.000Z'
export const FORM_ID = 'f_k3v9q2m7x4t8r5wz'
export const DESTINATION_ID = 'dst_0123456789abcdef'
const SINCE = '2026-11-15T09:58:00.000Z'
const RESETS = '2026-12-01T00:00:00.000Z'
const TELEMETRY_ID = 't_k3v9q2m7x4t8r5wz'
const FINGERPRINT = '6F1C0A8E2B7D4935F0A1C3E5D7B9F2846A1B3C5D'

/** All texts in emails that are not ours. */
export type EmailTexts = {
  /** Name of an endpoint, by its owner. */
  name: string
  /** By strangers: a name, an address, the name of a field or an event, one line, and a text of several lines. */
  sender: string
  address: string
  field: string
  line: string
  message: string
}

export const ORDINARY: EmailTexts = {
  name: 'Contact',
  sender: 'Grace Hopper',
  address: 'grace@navy.mil',
  field: 'topic',
  line: 'Compilers and moths',
  message: 'Hello Ada,\n\nI read your notes on the engine. Could we talk next week?\n\nGrace',
}

/** A notice, and what is loaded with it. */
type Found = Pick<DeliveredNotice, 'notice'> & Partial<DeliveredNotice>

/** Returns every notice that is sent, in all of its forms; the compiler finds a kind that is missing. */
export function everyNotice(texts: EmailTexts, endpoint: EndpointFacts): Record<string, Found> {
  const of = { endpointId: FORM_ID }
  const fields = [
    { name: 'name', value: texts.sender },
    { name: 'email', value: texts.address },
    { name: texts.field, value: texts.line },
    { name: 'message', value: texts.message },
  ]
  const received = [0, 1, 2].map((days) => ({
    key: days + 1,
    receivedAt: new Date(Date.UTC(2026, 10, 18 + days)),
  }))
  const submissions = received.map((one) => ({ ...one, fields, fileCount: one.key - 1 }))
  const news = { kind: 'email_key', fingerprint: FINGERPRINT } as const
  const quota = { kind: 'quota_warning', month: '2026-11', resetsAt: RESETS, quota: 5000 } as const
  const disabled = {
    kind: 'destination_disabled',
    ...of,
    destinationId: DESTINATION_ID,
    at: AT,
    since: SINCE,
  } as const
  const answer = `503 ${texts.line}`
  const gathered = { count: 3, named: submissions }
  const kinds: { [Kind in Exclude<Notice['kind'], 'bounce_test'>]: readonly Partial<DeliveredNotice>[] } = {
    sign_in: [
      { notice: { kind: 'sign_in', signInKey: 1, purpose: 'sign_in', device: 'Firefox · Linux' } },
      { notice: { kind: 'sign_in', signInKey: 1, purpose: 'confirm', device: '' } },
    ],
    destination: [{ notice: { kind: 'destination', ...of, destinationId: DESTINATION_ID } }],
    hand_over_request: [
      {
        notice: { kind: 'hand_over_request', handOverKey: 1, language: 'en' },
        handOver: { holder: 'ada@lovelace.org' },
      },
    ],
    hand_over: (['accepted', 'given', 'received'] as const).map((what) => ({
      notice: {
        ...{ kind: 'hand_over', what, endpointId: endpoint.id, recipient: 'bo@builds.dev' },
        ...{ handOverKey: 1, language: 'en' },
      },
      handOver: { holder: 'ada@lovelace.org' },
    })),
    invitation: [
      {
        notice: { kind: 'invitation', memberKey: 1, language: 'en' },
        invitation: { holder: 'ada@lovelace.org' },
      },
    ],
    emails_stopped: [{ notice: { kind: 'emails_stopped', ...of } }],
    emails_snoozed: [{ notice: { kind: 'emails_snoozed', ...of }, endpoint: snoozed(endpoint) }],
    destination_stopped: [{ notice: { kind: 'destination_stopped', ...of, destinationId: DESTINATION_ID } }],
    destination_disabled: [
      { notice: { ...disabled, because: 'failing', answer } },
      { notice: { ...disabled, because: 'gone', answer } },
    ],
    claim: [
      { notice: { kind: 'claim', endpointId: TELEMETRY_ID, first: texts.field } },
      { notice: { kind: 'claim', endpointId: 'q_k3v9q2m7x4t8r5wz', first: null } },
    ],
    form_health: [
      {
        notice: {
          ...{ kind: 'form_health', ...of },
          findings: [
            { code: 'field_missing', since: SINCE, field: texts.field, sent: 63, of: 63, missingIn: 12 },
            { code: 'wrong_origin', since: SINCE, count: 7 },
            { code: 'sent_by_get', since: SINCE, count: 7 },
            { code: 'repeats_in_spam', since: SINCE, count: 7 },
          ],
        },
      },
    ],
    malware_found: [{ notice: { kind: 'malware_found', ...of, submissionKey: 1 } }],
    watch: [
      ...listTold(texts).map((told) => ({
        notice: { kind: 'watch', endpointId: TELEMETRY_ID, told: [told] } as const,
        events: [told.kind === 'events' ? listEvents(texts) : []],
      })),
      { notice: { kind: 'watch', endpointId: TELEMETRY_ID, told: listTold(texts) } },
    ],
    plan_changed: [
      { notice: { kind: 'plan_changed', before: PLANS.free, after: PLANS.pro, retentionReducedAt: null } },
      { notice: { kind: 'plan_changed', before: PLANS.pro, after: PLANS.free, retentionReducedAt: RESETS } },
      { notice: { kind: 'plan_changed', before: null, after: PLANS.free, retentionReducedAt: null } },
      {
        notice: {
          ...{ kind: 'plan_changed', after: PLANS.free, retentionReducedAt: RESETS },
          before: { ...PLANS.free, telemetryRetentionDays: 30 },
        },
      },
    ],
    email_key: [
      { notice: { ...news, what: 'confirm', key: 1 } },
      { notice: { ...news, what: 'replaced', before: FINGERPRINT } },
      { notice: { ...news, what: 'removed' } },
      { notice: { ...news, what: 'expiring', expiresAt: RESETS } },
      { notice: { ...news, what: 'expired', expiresAt: RESETS } },
    ],
    quota_warning: [
      { notice: { ...quota, what: 'form', percent: 80, ...of } },
      { notice: { ...quota, what: 'form', percent: 100, ...of } },
      { notice: { ...quota, what: 'telemetry', percent: 80, endpointId: null }, endpoint: null },
      { notice: { ...quota, what: 'queue', percent: 100, endpointId: null }, endpoint: null },
    ],
    submission_digest: [
      { notice: { kind: 'submission_digest', ...of, because: 'mode' }, gathered },
      {
        notice: { kind: 'submission_digest', ...of, because: 'burst' },
        gathered: { ...gathered, count: 50 },
      },
      {
        notice: { kind: 'submission_digest', ...of, because: 'snooze' },
        gathered,
        endpoint: sealed(endpoint),
      },
    ],
    spam_digest: [
      {
        notice: {
          ...{ kind: 'spam_digest', accountKey: 1, newest: [1, 2, 3] },
          forms: listForms(endpoint).map(({ id }, index) => ({ endpointId: id, count: 1301 - 100 * index })),
        },
        digest: { endpoints: listForms(endpoint), newest: submissions.toReversed() },
      },
    ],
  }
  return Object.fromEntries(
    Object.entries(kinds).flatMap(([kind, all]) =>
      all.map((one, index) => [all.length === 1 ? kind : `${kind} ${index + 1}`, one as Found]),
    ),
  )
}

function snoozed(endpoint: EndpointFacts): EndpointFacts {
  const { settings } = endpoint
  return { ...endpoint, settings: { ...settings, email: { ...settings.email, snoozedUntil: RESETS } } }
}

function sealed(endpoint: EndpointFacts): EndpointFacts {
  return { ...endpoint, settings: { ...endpoint.settings, store: 'encrypted' } }
}

/** More forms than the weekly email names. */
function listForms(endpoint: EndpointFacts): EndpointFacts[] {
  return Array.from({ length: 12 }, (_, index) => ({
    ...endpoint,
    id: `${FORM_ID.slice(0, -2)}${10 + index}`,
  }))
}

function listTold({ field, line }: EmailTexts): ToldWatch[] {
  const counted = { name: field, props: [[field, line]] as const, at: AT }
  return [
    { kind: 'fired', ...counted, when: { kind: 'silence', for: '25h' }, lastSeenAt: SINCE, count: null },
    {
      kind: 'fired',
      ...counted,
      when: { kind: 'over', count: 100, per: '15m' },
      lastSeenAt: SINCE,
      count: 120,
    },
    { kind: 'fired', ...counted, when: { kind: 'under', count: 5, per: '1d' }, lastSeenAt: null, count: 0 },
    { kind: 'cleared', ...counted, when: { kind: 'over', count: 1000, per: '15m' }, firedAt: SINCE },
    { kind: 'events', ...counted, when: { kind: 'every' }, count: 7, batches: [] },
    {
      ...{ kind: 'report', name: null, props: [], when: { kind: 'report', per: 'week' }, at: AT },
      ...{ since: SINCE, until: AT, total: 12_345 },
      names: [
        { name: 'pageview', count: 12_000 },
        { name: field, count: 345 },
      ],
    },
  ]
}

function listEvents({ field, line }: EmailTexts): ParsedEvent[] {
  return [0, 1, 2].map((index) => ({
    ...{
      name: field,
      url: 'https://shop.lovelace.org/join',
      referrer: null,
      user: null,
      id: null,
      isTest: false,
    },
    time: new Date(Date.UTC(2026, 10, 20, 9, 59 - index)),
    props: [['plan', line]],
  }))
}
