import assert from 'node:assert/strict'
import { newEndpoint } from '../../../src/domain/endpoints/endpoint.ts'
import { NO_SETTINGS } from '../../../src/domain/endpoints/settings.ts'
import { type Field, stringifyFields } from '../../../src/domain/submissions/fields.ts'
import type { Store } from '../../../src/store/store.ts'
import type { SubmissionFilter } from '../../../src/store/submissions/inbox-reads.ts'
import { NOW } from './stores.ts'

let made = 0

/** An endpoint that the person behind this mailbox has claimed, and the account it belongs to. */
export async function claimedBy(store: Store, mailbox: string, options: { name?: string; now?: Date } = {}) {
  const { now = NOW, name = null } = options
  const id = `f_${String(++made).padStart(16, '0')}`
  await store.create({
    addressKey: `address of ${id}`,
    newest: 10,
    mailboxKey: mailbox,
    now,
    idempotencyKey: null,
    decide: () => ({ answer: null, endpoint: newEndpoint({ id, recipient: mailbox, now }) }),
  })
  await store.change({
    endpointId: id,
    now,
    idempotencyKey: null,
    decide: ({ found }) => ({
      answer: null,
      remember: false,
      consequences: found
        ? [
            { kind: 'endpoint', facts: { ...found.endpoint, claimedAt: now, confirmedAt: now } },
            { kind: 'owner', mailbox, plan: 'free' },
            { kind: 'settings', settings: { ...NO_SETTINGS, name } },
          ]
        : [],
    }),
  })
  const accountKey = (await store.findEndpoint(id))?.accountKey ?? assert.fail('it has no owner')
  return { id, accountKey }
}

/** Stores a submission, with or without its email; returns its key. */
export async function receive(
  store: Store,
  endpointId: string,
  options: { now?: Date; spam?: boolean; email?: boolean; fields?: Field[]; judgedBy?: Date } = {},
): Promise<number> {
  const { now = NOW, spam = false, email = false, judgedBy: dueAt } = options
  const fields = options.fields ?? [{ name: 'message', value: 'Grüße 👋' }]
  const stored = await store.change<number>({
    endpointId,
    now,
    idempotencyKey: null,
    decide({ found, nextKey: newKey }) {
      const key = newKey()
      const mailboxKey = found?.mailboxKey ?? assert.fail('it does not exist')
      return {
        answer: key,
        remember: false,
        consequences: [
          { kind: 'submission', key, text: stringifyFields(fields), spamReasons: spam ? ['honeypot'] : null },
          ...(email
            ? [
                {
                  kind: 'delivery',
                  delivery: 'submission',
                  channel: 'email',
                  target: mailboxKey,
                  submissionKey: key,
                  destination: null,
                  ordinal: 0,
                  ...(dueAt ? { dueAt } : {}),
                } as const,
              ]
            : []),
          ...(dueAt
            ? [{ kind: 'judgement', submissionKey: key, dueAt, score: 0, reasons: [] } as const]
            : []),
        ],
      }
    },
  })
  return stored.kind === 'fresh' ? stored.answer : assert.fail(stored.kind)
}

/** Creates a filter for the inbox of an account. */
export function createFilter(accountKey: number, narrower: Partial<SubmissionFilter> = {}): SubmissionFilter {
  return {
    accountKey,
    endpointId: null,
    folders: ['inbox'],
    terms: [],
    unread: null,
    after: null,
    before: null,
    ...narrower,
  }
}
