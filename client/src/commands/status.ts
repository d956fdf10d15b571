import { toTerminalLine } from '../../../src/markup/terminal-text.ts'
import type { QueueStatus, Status, TelemetryStatus } from '../api/schema.ts'
import { findBase, parseTarget, toUrl } from '../settings/base.ts'
import { findKey } from '../settings/keys.ts'
import { alignRows, formatDay, report } from '../terminal/report.ts'
import { call } from './call.ts'
import { defineCommand } from './command.ts'

const NAMES = { form: 'This form', telemetry: 'This telemetry endpoint', queue: 'This queue' } as const

const STATES: Readonly<Record<Status['state'], string>> = {
  unclaimed: 'unclaimed: the first arrival emails the recipient a link that claims it',
  claimed: 'claimed by its recipient',
  frozen: 'frozen: accepts nothing until its recipient claims it',
  expired: 'expired: gone for good, create another',
  retired: 'retired: gone for good, create another',
  suspended: 'suspended: accepts nothing until the operator of the instance lifts it',
}

/** Shows the public status of an endpoint. */
export const statusCommand = defineCommand({
  name: 'status',
  usage: 'ID',
  summary: 'show whether an endpoint is active and claimed',
  details: [
    'The ID is f_…, t_… or q_…, or the address of the endpoint. With a key, a queue also shows its backlog.',
  ],
  arity: [1, 1],
  options: {},
  examples: ['status f_k3v9q2m7x4t8r5wz'],
  async run({ options, args: [typed = ''], console, env, cwd }) {
    const target = parseTarget(typed, 'form', 'telemetry', 'queue')
    const base = await findBase({ options, origin: target.origin, env, cwd, console })
    const key = target.kind === 'queue' ? findKey(env, { base, target }) : null
    const { text, json } = await call(`${toUrl(base.origin, target)}/status`, { key, expects: ['state'] })
    const status = json as Status | TelemetryStatus | QueueStatus
    const backlog = 'backlog_count' in status ? status.backlog_count : undefined
    report(console, {
      kind: 'found',
      body: text,
      sentence: `${NAMES[target.kind]} is ${status.active ? 'active' : 'not active'} and ${toTerminalLine(status.state)}.`,
      lines: [
        '',
        ...alignRows(console, [
          ['State', STATES[status.state] ?? toTerminalLine(status.state)],
          ...(canBeClaimed(status) ? [['Claim email', describeClaimEmail(status)] as const] : []),
          ...(status.expires_at ? [['Expires', formatDay(status.expires_at)] as const] : []),
          ...(backlog === undefined ? [] : [['Backlog', String(backlog)] as const]),
          ['Address', toUrl(base.origin, target)],
        ]),
      ],
    })
    return 0
  },
})

function canBeClaimed({ state }: Pick<Status, 'state'>): boolean {
  return state === 'unclaimed' || state === 'frozen'
}

/** Says what became of the claim email. */
function describeClaimEmail(status: Pick<Status, 'claim_email_sent' | 'claim_email_state'>): string {
  if (status.claim_email_sent) return 'sent'
  switch (status.claim_email_state) {
    case 'queued':
      return 'about to be sent'
    case 'held':
      return 'on hold: a limit of emails was reached. It will be sent automatically, usually within a day'
    default:
      return 'not sent yet: it goes out with the first data that arrives'
  }
}
