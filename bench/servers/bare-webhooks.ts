/**
 * The yardstick of webhooks; a process of its own. Signs and posts as many requests as Formslot, over as many at once, and
 * stores nothing. Arguments: the port and the number of requests.
 */
import http from 'node:http'
import { signatureHeaders } from '../../src/delivery/channels/web/signature.ts'
import { composeEventBody } from '../../src/domain/destinations/webhook-event.ts'
import { getHost, HOSTS } from '../data/due-webhooks.ts'
import { contactFormFields } from '../data/fill.ts'

/** As many as Formslot has in progress with this number of hosts. */
const IN_PROGRESS = 256

const [port = 0, count = 0] = process.argv.slice(2).map(Number)
const secrets = ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw']

let sent = 0
await Promise.all(
  Array.from({ length: IN_PROGRESS }, async () => {
    while (sent < count) {
      sent += 1
      await post(sent)
    }
  }),
)

function post(n: number): Promise<void> {
  const now = new Date()
  const body = Buffer.from(
    composeEventBody({
      type: 'submission.created',
      timestamp: now,
      data: {
        submissionId: `sub_${n}`,
        endpointId: 'f_k3v9q2m7x4t8r5wz',
        endpointName: null,
        test: false,
        spam: { verdict: 'ham', reasons: [] },
        fields: contactFormFields(n),
        files: [],
        labels: [],
        assignee: null,
        url: `https://formslot.net/api/v1/submissions/sub_${n}`,
      },
    }),
  )
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const request = http.request(
    {
      host: getHost(n % HOSTS),
      port,
      path: '/hook',
      method: 'POST',
      agent: false,
      headers: {
        'content-type': 'application/json',
        'content-length': body.length,
        ...signatureHeaders({ id: `dlv_${n}`, body, secrets, now }),
      },
    },
    (response) => response.resume().once('end', resolve),
  )
  request.once('error', reject)
  request.end(body)
  return promise
}
