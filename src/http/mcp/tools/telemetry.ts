import { z } from 'zod'
import { EventPage, EventStats } from '../../telemetry/event-shapes.ts'
import { isForKey } from '../access.ts'
import { createTool, type Tool } from '../tool.ts'
import { paging, telemetryId } from './inputs.ts'
import { summarizePage } from './owned.ts'

const FILTER = {
  telemetry_id: telemetryId,
  name: z.string().optional().describe('Only events with this name.'),
  since: z.string().optional().describe('RFC 3339 timestamp.'),
  until: z.string().optional().describe('RFC 3339 timestamp.'),
}

/** Tools that read the events of a telemetry endpoint. */
export const TELEMETRY: readonly Tool[] = [
  createTool({
    name: 'read_events',
    title: 'Read events',
    description: 'Lists the events of a telemetry endpoint, the last received first.',
    effect: 'reads',
    author: 'strangers',
    input: z.strictObject({
      ...FILTER,
      prop: z.string().optional().describe('Only events with this prop.'),
      value: z
        .string()
        .optional()
        .describe(
          'Only events with exactly this value in a prop, such as a trace ID: in any, unless `prop` is given.',
        ),
      ...paging,
    }),
    output: EventPage,
    isFor: isForKey('read', 'read'),
    toCall: ({ telemetry_id: id, ...query }) => ({
      method: 'GET',
      path: `/t/${id}/events`,
      query,
      as: 'caller',
    }),
    summarize: (body) => summarizePage(body, 'events'),
  }),
  createTool({
    name: 'read_stats',
    title: 'Count events',
    description:
      'Counts the events of a telemetry endpoint by name and hour or day, and its visitors by day.',
    effect: 'reads',
    author: 'strangers',
    input: z.strictObject({
      interval: z.enum(['hour', 'day']).default('day').describe('Days begin at midnight UTC.'),
      ...FILTER,
    }),
    output: EventStats,
    isFor: isForKey('read', 'read'),
    toCall: ({ telemetry_id: id, ...query }) => ({
      method: 'GET',
      path: `/t/${id}/stats`,
      query,
      as: 'caller',
    }),
    summarize: (body) => `These are the counts from ${body.since} to ${body.until}.`,
  }),
]
