/** `npm run bench:submit`: durable submissions a second, beside a bare server and one that stores nothing. */
import { contactForms } from './contact-form.ts'
import { claimedEndpoints } from './endpoints.ts'
import { readOptions } from './options.ts'
import { BARE_AND_FLUSH, idleShare } from './processes.ts'
import { tell } from './report.ts'
import { measureAll, withSubjects } from './subjects.ts'

const ENDPOINTS = 20
const IDLE_SECONDS = 30

const options = readOptions({ connections: [1, 64, 256] })
await withSubjects(options, async ({ formslot, all }) => {
  const idle = await idleShare(formslot, IDLE_SECONDS)
  const paths = await claimedEndpoints(formslot, ENDPOINTS)
  const results = await measureAll(options, all, contactForms(paths))
  tell(
    {
      name: 'submit',
      title: 'Submissions',
      setting:
        `An urlencoded body of 300 bytes to ${ENDPOINTS} claimed endpoints in turn, rate limits off, each answer after the ` +
        `flush of its transaction; emails wait for a mail server that is away. The server has one core, the load ` +
        'another. `bare` is node:http reading the body, `bare + flush` has 4 KiB on disk too before it answers (over one ' +
        'connection only), `fastify` parses the body and stores nothing.',
      results,
      yardsticks: ['bare', BARE_AND_FLUSH, 'fastify'],
    },
    { write: options.write, now: new Date() },
  )
  process.stdout.write(
    `\nstart to first answer: ${Math.round(formslot.startMs)} ms; idle for ${IDLE_SECONDS} s: ` +
      `${(100 * idle).toFixed(2)} % of a core\n`,
  )
})
