/** `npm run bench:submit`: durable submissions a second, beside a bare server and one that stores nothing. */
import { claimedEndpoints } from './endpoints.ts'
import { readOptions } from './options.ts'
import { tell } from './report.ts'
import { measureAll, withSubjects } from './subjects.ts'

const ENDPOINTS = 20
const BODY_BYTES = 300

const options = readOptions({ connections: [1, 64, 256] })
await withSubjects(options, async ({ formslot, all }) => {
  const paths = await claimedEndpoints(formslot, ENDPOINTS)
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const requests = paths.map((path) => ({ method: 'POST', path, headers, body: bodyOf(BODY_BYTES) }))
  const results = await measureAll(options, all, requests)
  tell(
    {
      name: 'submit',
      title: 'Submissions',
      setting:
        `An urlencoded body of ${BODY_BYTES} bytes to ${ENDPOINTS} claimed endpoints in turn, rate limits off, each answer after the ` +
        `flush of its transaction; letters wait for a mail server that is away. The server has one core, the load ` +
        'another. `bare` is node:http reading the body, `fastify` parses it and stores nothing.',
      results,
      yardsticks: ['bare', 'fastify'],
    },
    { write: options.write, now: new Date() },
  )
  process.stdout.write(`\nstart to first answer: ${Math.round(formslot.startMs)} ms\n`)
})

/** A contact form as browsers send it. */
function bodyOf(bytes: number): string {
  const form = new URLSearchParams({
    name: 'Ada Lovelace',
    email: 'ada@lovelace.dev',
    company: 'Analytical Engines',
    subject: 'A question',
    message: '',
  }).toString()
  return (
    form + 'Hello+there%2C+I+would+like+to+know+what+they+cost.+'.repeat(10).slice(0, bytes - form.length)
  )
}
