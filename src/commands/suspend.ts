import { type Suspended, suspendAccount, suspendEndpoint } from '../actions/operator/suspend.ts'
import type { Config } from '../config/config.ts'
import { readPlainAddress } from '../domain/accounts/mailbox.ts'
import { findKindRules } from '../domain/endpoints/kinds.ts'
import { MAX_SUSPENSION_REASON_LENGTH, readSuspensionReason } from '../domain/endpoints/suspension.ts'
import { withStore } from './with-store.ts'

type Result = { output: string; done: boolean }

const OPERATOR = { kind: 'command' } as const
const EFFECTS =
  'Nothing more is accepted: senders get 403 endpoint_suspended. Nothing is deleted, what was accepted before is still ' +
  'delivered, and the owner can read and export it.'

/** Suspends an endpoint, or an account with all its endpoints, or lifts that, even while the service is running. */
export async function suspend(
  config: Config,
  request: { subject: string; to: 'suspend' | 'unsuspend'; reason: string | null; now: Date },
): Promise<Result> {
  const { subject, to, now } = request
  const read = readSuspensionReason(request.reason ?? '')
  if (read.kind === 'too_long')
    return failed(`The reason is longer than ${MAX_SUSPENSION_REASON_LENGTH} characters.`)
  const mailbox = readPlainAddress(subject)
  const isEndpoint = findKindRules(subject) !== null
  if (!isEndpoint && mailbox === null) {
    return failed(`"${subject}" is neither the id of an endpoint nor an email address.`)
  }
  const suspension = to === 'suspend' ? { at: now, reason: read.reason } : null
  const change = { suspension, operator: OPERATOR, now }
  const result = await withStore(config, now, ({ store, keys }) =>
    mailbox === null
      ? suspendEndpoint({ store }, { endpointId: subject, ...change })
      : suspendAccount({ store, keys }, { mailbox, ...change }),
  )
  return typeof result === 'string' ? failed(result) : describe(result, { subject, to, mailbox })
}

function describe(
  result: Suspended,
  { subject, to, mailbox }: { subject: string; to: 'suspend' | 'unsuspend'; mailbox: string | null },
): Result {
  const words = {
    suspend: ['suspended', 'was suspended already'],
    unsuspend: ['no longer suspended', 'was not suspended'],
  }
  switch (result.kind) {
    case 'unknown':
      return failed(mailbox === null ? `There is no endpoint ${subject}.` : `${mailbox} has no account.`)
    case 'ended':
      return failed(`${subject} has expired or was retired, and accepts nothing anyway.`)
    case 'done': {
      const [now = '', before = ''] = words[to]
      const state = result.changed ? `${subject} is ${now}.` : `${subject} ${before}.`
      if (to === 'unsuspend') return { output: state, done: true }
      const next =
        mailbox === null
          ? ''
          : ` New endpoints of the account are suspended, too. To refuse anonymous ones for the address: formslot-server suppress ${mailbox}`
      return { output: `${state} ${EFFECTS}${next}`, done: true }
    }
  }
}

function failed(output: string): Result {
  return { output, done: false }
}
