import { z } from 'zod'
import { API_PATH } from '../../kernel/paths.ts'
import { WatchBody, WatchList, WatchRequest } from '../../telemetry/watches.ts'
import { isForAccount } from '../access.ts'
import { createTool, type Tool } from '../tool.ts'
import { telemetryId } from './inputs.ts'

/** Tools for the watches of a telemetry endpoint of the account. */
export const WATCHES: readonly Tool[] = [
  createTool({
    name: 'add_watch',
    title: 'Add a watch',
    description:
      'Tells the owner of a telemetry endpoint by email, and the destinations of the endpoint, when events stop (silence), are ' +
      'too many (over) or too few (under), of each event (every), or weekly (report). For a scheduled job, have the job send ' +
      'an event when it has succeeded, and add a silence a little longer than its interval.',
    effect: 'adds',
    author: 'service',
    input: WatchRequest.extend({ telemetry_id: telemetryId }),
    output: WatchBody,
    isFor: isForAccount('write'),
    toCall: ({ telemetry_id: id, ...body }) => ({ method: 'POST', path: getPath(id), body, as: 'caller' }),
    summarize: ({ id }) => `The watch ${id} was added, and counts events from now on.`,
  }),
  createTool({
    name: 'list_watches',
    title: 'List watches',
    description: 'Lists the watches of a telemetry endpoint of the account, with their states.',
    effect: 'reads',
    author: 'service',
    input: z.strictObject({ telemetry_id: telemetryId }),
    output: WatchList,
    isFor: isForAccount('read'),
    toCall: ({ telemetry_id: id }) => ({ method: 'GET', path: getPath(id), as: 'caller' }),
    summarize: ({ data }) => `Number of watches: ${Array.isArray(data) ? data.length : 0}.`,
  }),
]

function getPath(id: string): string {
  return `${API_PATH}/telemetry/${id}/watches`
}
