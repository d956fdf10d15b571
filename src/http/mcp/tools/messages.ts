import { z } from 'zod'
import { MAX_LEASE_MS } from '../../../domain/queues/queue.ts'
import { AckRequest, MessageRequest } from '../../queues/inputs.ts'
import { Acknowledged, Published, PulledMessages } from '../../queues/message-shape.ts'
import { isForKey } from '../access.ts'
import { createTool, type Tool } from '../tool.ts'
import { idempotencyKey, queueId } from './inputs.ts'

/** Maximum number of messages that a tool pulls at once: a message may have 128 KiB. */
const MAX_PULLED = 10

/** Tools that publish to a queue and consume from it. */
export const MESSAGES: readonly Tool[] = [
  createTool({
    name: 'publish_message',
    title: 'Publish a message',
    description: 'Publishes one message to a queue: any JSON, or text. Consumers get it at least once.',
    effect: 'adds',
    author: 'service',
    input: z.strictObject({
      queue_id: queueId,
      body: z.unknown().describe('Any JSON; a string when content_type is text.'),
      content_type: MessageRequest.shape.content_type,
      delay_seconds: MessageRequest.shape.delay_seconds,
      idempotency_key: idempotencyKey,
    }),
    output: Published,
    isFor: isForKey('publish', 'write'),
    toCall: ({ queue_id: id, idempotency_key, ...body }) => ({
      method: 'POST',
      path: `/q/${id}/messages`,
      body,
      idempotencyKey: idempotency_key,
      as: 'caller',
    }),
    summarize: (body, { queue_id: id }) => `The message ${body.message_id} is in the queue ${id}.`,
  }),
  createTool({
    name: 'pull_messages',
    title: 'Pull messages',
    description:
      'Pulls the oldest messages of a queue and hides them from all other consumers until the lease ends. Process them, then call ' +
      `ack_messages with their lease_id; messages that are not acknowledged are delivered again.`,
    effect: 'changes',
    author: 'strangers',
    input: z.strictObject({
      queue_id: queueId,
      batch_size: z.int().min(1).max(MAX_PULLED).default(1),
      visibility_timeout_ms: z
        .int()
        .min(1)
        .max(MAX_LEASE_MS)
        .optional()
        .describe('Length of the lease; default: that of the queue, usually 30 seconds.'),
    }),
    output: PulledMessages,
    isFor: isForKey('consume', 'read', 'write'),
    toCall: ({ queue_id: id, ...body }) => ({
      method: 'POST',
      path: `/q/${id}/messages/pull`,
      body,
      as: 'caller',
    }),
    summarize: (body) =>
      Array.isArray(body.messages) && body.messages.length > 0
        ? `Messages leased to you: ${body.messages.length}.`
        : 'No message can be pulled now.',
  }),
  createTool({
    name: 'ack_messages',
    title: 'Acknowledge messages',
    description:
      'Deletes processed messages by the lease_id of their pull, and returns others for another attempt.',
    effect: 'changes',
    author: 'service',
    input: AckRequest.extend({ queue_id: queueId }),
    output: Acknowledged,
    isFor: isForKey('consume', 'read', 'write'),
    toCall: ({ queue_id: id, ...body }) => ({
      method: 'POST',
      path: `/q/${id}/messages/ack`,
      body,
      as: 'caller',
    }),
    summarize: (body) => `Messages deleted: ${body.ackCount}; back in the queue: ${body.retryCount}.`,
  }),
]
