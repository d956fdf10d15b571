import { hasExpired } from '../../domain/accounts/email-key.ts'
import { listWebDestinations } from '../../domain/destinations/web-destination.ts'
import { awaitsConfirmation, type EndpointFacts } from '../../domain/endpoints/endpoint.ts'
import { getHandOverEnd } from '../../domain/endpoints/hand-over.ts'
import type { EndpointKind } from '../../domain/endpoints/kind.ts'
import { isEndpointId } from '../../domain/endpoints/kinds.ts'
import { changeSettings, type SettingsChange } from '../../domain/endpoints/settings-change.ts'
import { hasSameTimes, MAX_SNOOZE_DAYS } from '../../domain/outbox/email-settings.ts'
import type { Refusal, Refused } from '../../domain/refusal.ts'
import { DAY, later } from '../../domain/time.ts'
import type { Consequence } from '../../store/contract/changes.ts'
import { type Caller, toActor } from '../accounts/caller.ts'
import type { Context } from '../context.ts'
import { changeOwned, configureOwned, toRefusedChange } from './change-owned.ts'
import { confirmOwnedEndpoint } from './confirm-endpoint.ts'

type Outcome = { kind: 'done' } | Refused

/** The new owner accepted the form as it was. */
const ACCEPTED: Refusal = {
  code: 'hand_over_open',
  message:
    'The new owner has accepted this form as it is, so its settings cannot change until it is handed over.',
}

/**
 * Changes the settings of an endpoint, which also confirms it. Repeatable.
 *
 * @param request.versions versions that the endpoint must still have one of, from `If-Match`; null for any
 */
export async function changeEndpoint(
  context: Context,
  caller: Caller,
  request: {
    endpointId: string
    kind?: EndpointKind
    change: SettingsChange
    versions: readonly number[] | null
    now: Date
  },
): Promise<Outcome> {
  const { versions, now } = request
  const { queueId } = request.change
  if (queueId) {
    // Of a queue, a member of one form knows nothing.
    const queue = caller.access.form === null ? await findActiveQueue(context, caller, queueId) : null
    if (!queue) return { kind: 'refused', refusal: NO_QUEUE }
    // Routing a form to it is an action of its owner on the queue too.
    if (awaitsConfirmation(queue)) {
      await confirmOwnedEndpoint(context, caller, { endpointId: queueId, kind: 'queue', now })
    }
  }
  const { accountKey } = caller
  const handOver = await context.store.handOvers.findOf({ accountKey, endpointId: request.endpointId })
  if (handOver?.acceptedAt && now < getHandOverEnd(handOver)) return { kind: 'refused', refusal: ACCEPTED }
  const needsEmailKey = request.change.store === 'encrypted'
  return configureOwned<Outcome>(context, caller, { ...request, needsEmailKey }, ({ endpoint }, input) => {
    if (versions && !versions.includes(endpoint.version)) return toRefusedChange({ code: 'version_conflict' })
    const unfit = refuseSnooze(endpoint, request.change, now)
    if (unfit) return toRefusedChange(unfit)
    const changed = changeSettings(endpoint, request.change, now)
    const { store } = endpoint.settings
    const isTurnedOff = store === 'encrypted' && changed !== null && changed.settings.store !== store
    const untrusted = isTurnedOff ? refuseTurningOff(caller, now) : null
    if (untrusted) return toRefusedChange(untrusted)
    const { emailKey } = input
    const hasKey = emailKey !== null && !hasExpired(emailKey, now)
    const fault = findStoreFault(changed, { before: endpoint, hasKey })
    if (fault) return toRefusedChange(fault)
    const consequences: Consequence[] = changed
      ? [
          { kind: 'endpoint', facts: { ...changed, settings: endpoint.settings } },
          { kind: 'settings', settings: changed.settings },
          {
            kind: 'audit',
            by: toActor(caller),
            action: 'settings_changed',
            detail: listChanged(request.change),
          },
          ...toReleased(endpoint, changed),
        ]
      : []
    return { answer: { kind: 'done' }, remember: false, consequences }
  })
}

/** Builds the consequence that waiting emails are rescheduled, if the times of emails change. */
function toReleased(before: EndpointFacts, after: EndpointFacts): Consequence[] {
  return hasSameTimes(before.settings.email, after.settings.email) ? [] : [{ kind: 'emails_released' }]
}

/** Refuses a snooze that ends in the past or too late. The stored date is accepted: it is kept after its end, and read by clients. */
function refuseSnooze({ settings }: EndpointFacts, { email }: SettingsChange, now: Date): Refusal | null {
  if (!email?.snoozedUntil || email.snoozedUntil === settings.email.snoozedUntil) return null
  const until = new Date(email.snoozedUntil)
  if (until > now && until <= later(now, MAX_SNOOZE_DAYS * DAY)) return null
  const message = `This must be a time within the next ${MAX_SNOOZE_DAYS} days, or null.`
  return { code: 'value_invalid', field: 'email.snoozed_until', message }
}

/** Names of settings in the API. */
const SETTING_NAMES: Readonly<Record<keyof SettingsChange, string>> = {
  name: 'name',
  redirectUrl: 'redirect_url',
  errorUrl: 'error_url',
  allowedOrigins: 'allowed_origins',
  honeypot: 'honeypot',
  expect: 'expect',
  submittedSubject: 'submitted_subject',
  queueId: 'queue_id',
  queueLimits: 'queue_limits',
  spam: 'spam',
  challenge: 'challenge',
  store: 'store',
  files: 'files',
  email: 'email',
  emails: 'email_notifications',
  language: 'language',
}

function listChanged(change: SettingsChange): string {
  return Object.entries(SETTING_NAMES)
    .flatMap(([setting, name]) => (setting in change ? [name] : []))
    .join(', ')
}

const NO_QUEUE: Refusal = {
  code: 'value_invalid',
  field: 'queue_id',
  message: 'You have no active queue with this ID.',
}

/** Returns why submissions to an endpoint cannot be stored encrypted; null if they can, or are stored as plain text. The account is locked, so it cannot lose its key meanwhile. */
function findStoreFault(
  changed: EndpointFacts | null,
  { before, hasKey }: { before: EndpointFacts; hasKey: boolean },
): Refusal | null {
  if (changed?.settings.store !== 'encrypted') return null
  if (changed.settings.files.on) return NO_ENCRYPTED_FILES
  return before.settings.store === 'encrypted' || hasKey ? null : NO_KEY
}

/** Submissions that were to be read by the owner alone are not laid open by a program, or by a session that was left open. */
function refuseTurningOff({ by }: Caller, now: Date): Refusal | null {
  if (by.kind === 'key') return { code: 'session_needed' }
  return now >= by.freshUntil ? { code: 'fresh_sign_in_needed' } : null
}

const NO_KEY: Refusal = {
  code: 'value_invalid',
  field: 'store',
  message: 'Encrypted storage requires a confirmed OpenPGP key of the account that has not expired.',
}
const NO_ENCRYPTED_FILES: Refusal = {
  code: 'value_invalid',
  field: 'store',
  message:
    'A form with encrypted storage cannot accept files. Turn off files, or store submissions unencrypted.',
}

/** Read before the endpoint is locked: if the queue is retired in between, the routing of each submission shows it. */
async function findActiveQueue(
  { store }: Context,
  caller: Caller,
  queueId: string,
): Promise<EndpointFacts | null> {
  const queue = isEndpointId('queue', queueId) ? await store.findEndpoint(queueId) : null
  return queue?.accountKey === caller.accountKey && queue.endpoint.retiredAt === null ? queue.endpoint : null
}

/** Retires an endpoint for good: it accepts nothing more, and its data stays for the plan's retention. Repeatable. */
export function retireEndpoint(
  context: Context,
  caller: Caller,
  request: { endpointId: string; kind?: EndpointKind; now: Date },
): Promise<Outcome> {
  return changeOwned<Outcome>(context, caller, request, ({ endpoint }) => ({
    answer: { kind: 'done' },
    remember: false,
    consequences: endpoint.retiredAt
      ? []
      : [
          { kind: 'endpoint', facts: { ...endpoint, retiredAt: request.now } },
          // Nothing is delivered any more.
          ...listWebDestinations(endpoint).map(
            ({ id }) => ({ kind: 'destination_secret_gone', destinationId: id }) as const,
          ),
          { kind: 'audit', by: toActor(caller), action: 'endpoint_retired', detail: null },
        ],
  }))
}
