import type { Snippet } from '../snippet.ts'
import { queuePrompt } from './agent-prompt.ts'
import { cloudflareScript } from './cloudflare.ts'
import { acknowledgeCurl, publishCurl, pullCurl } from './curl.ts'
import { publishScript } from './publish.ts'
import type { QueueOptions } from './queue-options.ts'
import { workerScript } from './worker.ts'

/** Every snippet of a queue, in the order of their tabs. */
export function queueSnippets(options: QueueOptions): Snippet[] {
  return [
    publishCurl,
    pullCurl,
    acknowledgeCurl,
    publishScript,
    workerScript,
    cloudflareScript,
    queuePrompt,
  ].map((write) => write(options))
}
