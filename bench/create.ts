/** `npm run bench:create`: durable creations per second, compared with a bare server and one that stores nothing. */
import { readOptions } from './harness/options.ts'
import { FLUSHING_YARDSTICK } from './harness/processes.ts'
import { reportLoad } from './harness/report.ts'
import { measureAll, withSubjects } from './harness/subjects.ts'

const MAILBOXES = 50

const options = readOptions({ connections: [1, 64] })
await withSubjects(options, async ({ all }) => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const requests = Array.from({ length: MAILBOXES }, (_, n) => ({
    method: 'POST',
    path: '/new',
    headers,
    body: `recipient=ada${n}%40lovelace.dev`,
  }))
  // The `fastify` yardstick only has the route of a form; the others answer every path.
  const results = await measureAll(
    options,
    all.filter((subject) => subject.name !== 'fastify'),
    requests,
  )
  reportLoad(
    {
      name: 'create',
      title: 'Creations',
      setting: `\`POST /new\` for ${MAILBOXES} mailboxes in turn, creation limits off, each response after the flush of its transaction.`,
      results,
      yardsticks: ['bare', FLUSHING_YARDSTICK],
    },
    { write: options.write, now: new Date() },
  )
})
