import { composeEmail } from '../../../src/delivery/channels/email/compose.ts'
import { type ListedFile, printFiles } from '../../../src/delivery/channels/email/files/file-list.ts'
import type { Email } from '../../../src/delivery/channels/email/templates/email.ts'
import { composeSubmissionEmail } from '../../../src/delivery/channels/email/templates/submission-email.ts'
import type { SubmissionEmailInput } from '../../../src/delivery/channels/email/templates/submission-email-input.ts'
import type { WebDestination } from '../../../src/domain/destinations/destination-kinds.ts'
import type { EndpointFacts } from '../../../src/domain/endpoints/endpoint.ts'
import type { Language } from '../../../src/domain/language.ts'
import type { FieldValue } from '../../../src/domain/submissions/fields.ts'
import { createKeys } from '../../../src/ids/keys.ts'
import type { DeliveredNotice } from '../../../src/store/contract/outbox-store.ts'
import { createSubmission, emailInput } from '../fixtures/email-input.ts'
import { AT, DESTINATION_ID, type EmailTexts, everyNotice, FORM_ID, ORDINARY } from './every-notice.ts'

const LINKS_END = new Date('2026-11-27T10:00:00Z')
const LINK = `${emailInput().base}/files/5x0n8v2k7q4m9t6r3w1z8b5c2y7h4j0d6f9g3s1p8a4e2m7k5v`
const KEYS = createKeys(Buffer.alloc(32, 7))
const FILE_STATES: readonly ListedFile['state'][] = [
  { kind: 'attached' },
  { kind: 'link', url: LINK, isUnscanned: false },
  { kind: 'link', url: LINK, isUnscanned: true },
  ...(['infected', 'locked', 'gone', 'damaged'] as const).map((kind) => ({ kind })),
]

/**
 * Composes every email that the service sends, by what it is about.
 *
 * @param texts all that owners and strangers write
 */
export function everyEmail(language: Language, texts: EmailTexts = ORDINARY): Record<string, Email> {
  return { ...everySubmissionEmail(language, texts), ...everyNoticeEmail(language, texts) }
}

function everySubmissionEmail(language: Language, texts: EmailTexts): Record<string, Email> {
  const submission = createSubmission([
    ['name', texts.sender],
    ['email', texts.address],
    [texts.field, texts.line],
    ['phone', ''],
    ['toppings', ['cheese', texts.line]],
    ['order', { id: 17, note: texts.line }],
    ['message', texts.message],
  ])
  const long: [string, FieldValue][] = [['message', texts.message.repeat(1 + 64_000 / texts.message.length)]]
  const first: Partial<SubmissionEmailInput> = { submission }
  const next: Partial<SubmissionEmailInput> = { kind: 'submission', submission }
  const claimed = {
    ...next,
    state: 'claimed',
    endpoint: named(texts.name),
    snoozeUrl: `${emailInput().base}/snooze/2xkq7v0c9m4t8r5wz1b3n6p8d0f2h4j6`,
  } as const
  const unconfirmed = { ...named(texts.name), confirmedAt: null }
  const files = FILE_STATES.map((state, index) => ({ name: `${texts.line}.pdf`, bytes: 9 ** index, state }))
  const listed = printFiles({ language, files, linksEndAt: LINKS_END, isOwner: true })
  const { claimUrl } = emailInput()
  const inputs: Record<string, Partial<SubmissionEmailInput>> = {
    claim: first,
    'claim of a long message': { ...first, submission: createSubmission(long) },
    'submission before the claim': next,
    'submission at the cap': { ...next, state: 'frozen' },
    'submission before the confirmation': { ...claimed, endpoint: unconfirmed, claimUrl, dashboardUrl: null },
    submission: claimed,
    'submission with a subject of the owner': {
      ...claimed,
      endpoint: withPattern(named(texts.name), `[{form}] {name} {${texts.field}}`),
    },
    'submission with files': { ...claimed, files: { ...listed, attachments: [] } },
    'submission of files alone': {
      ...claimed,
      submission: createSubmission({}),
      files: { ...listed, attachments: [] },
    },
    'submission to a destination': {
      ...claimed,
      addressee: { kind: 'destination', id: DESTINATION_ID, mailbox: 'sales@lovelace.org' },
      ...{ dashboardUrl: null, snoozeUrl: null },
    },
    'long submission': { ...claimed, submission: createSubmission(long) },
    'submission with hidden fields alone': {
      ...claimed,
      submission: createSubmission({ _note: texts.line }),
    },
    'submission after the expiry': { ...next, state: 'expired' },
    'submission of a retired form': { ...next, state: 'retired' },
  }
  return composeAll(inputs, (change) => composeSubmissionEmail(emailInput({ ...change, language })))
}

function everyNoticeEmail(language: Language, texts: EmailTexts): Record<string, Email> {
  const { base, from, messageDomain } = emailInput()
  const sender = { base, from, messageDomain, handlesBounces: false }
  const endpoint = withDestination(named(texts.name))
  return composeAll(everyNotice(texts, endpoint), (change) => {
    const notice: DeliveredNotice = {
      ...{
        key: 1,
        endpoint,
        digest: null,
        emailKey: null,
        invitation: null,
        handOver: null,
        gathered: null,
        events: [],
        language,
      },
      ...{ createdAt: new Date(AT), address: 'ada@lovelace.org', expiresAt: LINKS_END },
      ...change,
    }
    // Of all that decides whether an email is sent, nothing gets into it.
    const found = { kind: 'notice', notice, delivery: { key: 1 } } as Parameters<typeof composeEmail>[0]
    return composeEmail(found, { keys: KEYS, sender, files: null, now: new Date(AT) })
  })
}

function composeAll<Input>(
  inputs: Record<string, Input>,
  compose: (input: Input) => Email,
): Record<string, Email> {
  return Object.fromEntries(Object.entries(inputs).map(([about, input]) => [about, compose(input)]))
}

/** Ada's claimed form under this name. */
function named(name: string): EndpointFacts {
  const { endpoint } = emailInput({ state: 'claimed' })
  return { ...endpoint, id: FORM_ID, settings: { ...endpoint.settings, name } }
}

function withPattern(endpoint: EndpointFacts, subject: string): EndpointFacts {
  const { settings } = endpoint
  return { ...endpoint, settings: { ...settings, email: { ...settings.email, subject } } }
}

function withDestination(endpoint: EndpointFacts): EndpointFacts {
  const at = new Date(AT)
  const destination: WebDestination = {
    ...{ kind: 'webhook', id: DESTINATION_ID, origin: 'https://hooks.lovelace.org', events: [], push: null },
    ...{ addedAt: at, addressedAt: at, provenAt: at, disabled: { at, because: 'failing' } },
  }
  return { ...endpoint, settings: { ...endpoint.settings, destinations: [destination] } }
}
