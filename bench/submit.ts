/** `npm run bench:submit`: durable submissions per second, compared with a bare server and one that stores nothing. */

import { createClaimedEndpoints } from './data/claimed-endpoints.ts'
import { createFormRequests } from './data/contact-form.ts'
import { readOptions } from './harness/options.ts'
import { FLUSHING_YARDSTICK, measureIdleShare } from './harness/processes.ts'
import { reportLoad } from './harness/report.ts'
import { measureAll, withSubjects } from './harness/subjects.ts'

const ENDPOINTS = 20
const IDLE_SECONDS = 30

const options = readOptions({ connections: [1, 64, 256] })
await withSubjects(options, async ({ formslot, all }) => {
  const idle = await measureIdleShare(formslot, IDLE_SECONDS)
  const paths = await createClaimedEndpoints(formslot, ENDPOINTS)
  const results = await measureAll(options, all, createFormRequests(paths))
  reportLoad(
    {
      name: 'submit',
      title: 'Submissions',
      setting:
        `An urlencoded body of 300 bytes to ${ENDPOINTS} claimed endpoints in turn, rate limits off, each response after the ` +
        `flush of its transaction; emails wait for a mail server that is down. The server has one core, the load ` +
        'another. `bare` is node:http reading the body, `bare + flush` also writes and flushes 4 KiB before it responds ' +
        '(over one connection only), `fastify` parses the body and stores nothing.',
      results,
      yardsticks: ['bare', FLUSHING_YARDSTICK, 'fastify'],
    },
    { write: options.write, now: new Date() },
  )
  process.stdout.write(
    `\nstart to first response: ${Math.round(formslot.startMs)} ms; idle for ${IDLE_SECONDS} s: ` +
      `${(100 * idle).toFixed(2)} % of a core\n`,
  )
})
