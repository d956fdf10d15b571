export const EXAMPLE_QUEUE_ID = 'q_7h2m9x4c8v1t6r3z'
export const EXAMPLE_MESSAGE = { hello: 'world' }
export const EXAMPLE_LEASE_ID = 'lease_5c8k2q0v7x3n9t1r'
const EXAMPLE_MESSAGE_ID = 'msg_5c8k2q0v7x3n9t1r4w6z8b0d2f'

const message = {
  id: EXAMPLE_MESSAGE_ID,
  content_type: 'json' as const,
  timestamp_ms: 1_795_000_000_000,
  attempts: 1,
  reason: null as string | null,
  metadata: {},
  body: EXAMPLE_MESSAGE,
}

/** Members in the order of answers: a pull adds its own in between. */
const { metadata, body, ...head } = message
const rest = { metadata, body }

export const queueExamples = {
  published: { ok: true, message_id: EXAMPLE_MESSAGE_ID },
  publishedBatch: { ok: true, message_ids: [EXAMPLE_MESSAGE_ID] },
  publicationDryRun: {
    dry_run: true,
    would_succeed: true,
    would_enqueue: true,
    bytes: JSON.stringify(EXAMPLE_MESSAGE).length,
    claim_status: { state: 'unclaimed', claimed: false, would_send_claim_email: true },
  },
  dryRun: { dry_run: true, would_succeed: true },
  pulled: { messages: [{ ...head, lease_id: EXAMPLE_LEASE_ID, ...rest }], message_backlog_count: 1 },
  peeked: { messages: [{ ...message, attempts: 0 }], message_backlog_count: 1 },
  acknowledged: { ackCount: 1, retryCount: 0, warnings: {} },
  dead: { data: [{ ...message, attempts: 4, reason: 'The address does not exist' }], next_cursor: null },
  deleted: { deleted: 1 },
} as const
