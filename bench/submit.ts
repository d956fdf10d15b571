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
  const filtered = await createClaimedEndpoints(formslot, ENDPOINTS, { spamLevel: 'normal' })
  const withFilter = []
  for (const { connections, rounds } of results) {
    const measure = (sent: readonly string[]) =>
      load(formslot, {
        connections,
        seconds: options.seconds,
        requests: [],
        script: createVariedForms(sent),
      })
    const compared = await interleave({
      rounds: options.rounds,
      subjects: [
        { name: 'filter off', measure: () => measure(paths) },
        { name: 'filter normal', measure: () => measure(filtered) },
      ],
    })
    withFilter.push({ connections, rounds: { ...rounds, ...compared } })
  }
  reportLoad(
    {
      name: 'submit',
      title: 'Submissions',
      setting:
        `An urlencoded body of 300 bytes to ${ENDPOINTS} claimed endpoints in turn, rate limits off, each response after the ` +
        `flush of its transaction; emails wait for a mail server that is down. The server has one core, the load ` +
        'another. `bare` is node:http reading the body, `bare + flush` also writes and flushes 4 KiB before it responds ' +
        '(over one connection only), `fastify` parses the body and stores nothing. `formslot` has its spam filter off. ' +
        'The rows `filter off` and `filter normal` are `formslot` at two levels of the filter, measured in turn; their ' +
        'messages differ in a word, as those of visitors do, so compare the two with each other.',
      results: withFilter,
      yardsticks: ['bare', FLUSHING_YARDSTICK, 'fastify'],
    },
    { write: options.write, now: new Date() },
  )
  process.stdout.write(
    `\nstart to first response: ${Math.round(formslot.startMs)} ms; idle for ${IDLE_SECONDS} s: ` +
      `${(100 * idle).toFixed(2)} % of a core\n`,
  )
})
