/** `npm run bench:submit`: durable submissions per second, compared with a bare server and one that stores nothing. */

import { createClaimedEndpoints } from './data/claimed-endpoints.ts'
import { createFormRequests, createVariedForms } from './data/contact-form.ts'
import { readOptions } from './harness/options.ts'
import { FLUSHING_YARDSTICK, measureIdleShare } from './harness/processes.ts'
import { reportLoad } from './harness/report.ts'
import { interleave } from './harness/rounds.ts'
import { measureAll, withSubjects } from './harness/subjects.ts'
import { load } from './harness/wrk.ts'

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
  const filtering = await createClaimedEndpoints(formslot, ENDPOINTS, 'normal')
  for (const connections of options.connections) {
    const { seconds, rounds } = options
    const measure = (paths: readonly string[]) =>
      load(formslot, { connections, seconds, requests: [], script: createVariedForms(paths) })
    const { off, on } = await interleave({
      rounds,
      subjects: [
        { name: 'off', measure: () => measure(paths) },
        { name: 'on', measure: () => measure(filtering) },
      ],
    })
    process.stdout.write(
      `\nspam filter, ${connections} connections: off ${off.cpuMicros.toFixed(1)} µs of the processor for each ` +
        `submission, on ${on.cpuMicros.toFixed(1)} µs\n`,
    )
  }
  process.stdout.write(
    `\nstart to first response: ${Math.round(formslot.startMs)} ms; idle for ${IDLE_SECONDS} s: ` +
      `${(100 * idle).toFixed(2)} % of a core\n`,
  )
})
