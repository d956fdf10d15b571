/** `npm run bench:create`: endpoints made a second, durably, beside a bare server and one that stores nothing. */
import { readOptions } from './options.ts'
import { BARE_AND_FLUSH } from './processes.ts'
import { tell } from './report.ts'
import { measureAll, withSubjects } from './subjects.ts'

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
  // The yardstick that parses has the address of a form; for the others, one address is as good as another.
  const results = await measureAll(
    options,
    all.filter((subject) => subject.name !== 'fastify'),
    requests,
  )
  tell(
    {
      name: 'create',
      title: 'Creations',
      setting: `\`POST /new\` for ${MAILBOXES} mailboxes in turn, creation limits off, each answer after the flush of its transaction.`,
      results,
      yardsticks: ['bare', BARE_AND_FLUSH],
    },
    { write: options.write, now: new Date() },
  )
})
