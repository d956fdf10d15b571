import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  composeEventBody,
  MAX_EVENT_BYTES,
  type SubmissionData,
  type WebhookEvent,
} from '../../../src/domain/destinations/webhook-event.ts'

const TIMESTAMP = new Date('2026-11-22T10:00:00Z')
const SUBJECT = { endpointId: 'f_k3v9q2m7x4t8r5wz', endpointName: 'Contact' }
const URL_IN_API = 'https://forms.example/api/v1/submissions/sub_6nq0w8z4k2v7c1x9m3t5r0y8bh'

function submission(data: Partial<SubmissionData>): WebhookEvent {
  return {
    type: 'submission.created',
    timestamp: TIMESTAMP,
    data: {
      ...SUBJECT,
      submissionId: 'sub_6nq0w8z4k2v7c1x9m3t5r0y8bh',
      test: false,
      spam: { verdict: 'ham', reasons: [] },
      fields: [],
      files: [],
      labels: [],
      assignee: null,
      url: URL_IN_API,
      ...data,
    },
  }
}

test('tells a submission with its fields as an object, a repeated name as a list', () => {
  const fields = [
    { name: 'email', value: 'jane@acme.org' },
    { name: 'topic', value: 'a' },
    { name: '__proto__', value: 'x' },
    { name: 'topic', value: ['b', 2] },
    { name: '_source', value: null },
  ]
  const body = composeEventBody(submission({ fields }))
  assert.equal(
    body,
    '{"type":"submission.created","timestamp":"2026-11-22T10:00:00.000Z","data":{"submission_id":"sub_6nq0w8z4k2v7c1x9m3t5r0y8bh",' +
      '"endpoint_id":"f_k3v9q2m7x4t8r5wz","endpoint_name":"Contact","test":false,"spam":{"verdict":"ham","reasons":[]},' +
      '"fields":{"email":"jane@acme.org","topic":["a",["b",2]],"__proto__":"x","_source":null},"files":[],"labels":[],"assignee":null}}',
  )
})

test("leaves out the tokens of the page's framework", () => {
  const fields = [
    { name: 'csrfmiddlewaretoken', value: 'secret' },
    { name: '_csrf', value: 'secret' },
    { name: 'a', value: 'b' },
  ]
  const { data } = JSON.parse(composeEventBody(submission({ fields })))
  assert.equal(data.fields._csrf, undefined)
  assert.equal(data.fields.a, 'b')
})

test('a submission of more than 64 KiB is told without its fields, with its address in the API', () => {
  const sized = (bytes: number) => {
    const empty = composeEventBody(submission({ fields: [{ name: 'a', value: '' }] }))
    // Two bytes each.
    const letters = 'é'.repeat(1000)
    return composeEventBody(
      submission({
        fields: [{ name: 'a', value: letters + 'x'.repeat(bytes - Buffer.byteLength(empty + letters)) }],
      }),
    )
  }
  for (const bytes of [MAX_EVENT_BYTES - 1, MAX_EVENT_BYTES]) {
    const body = sized(bytes)
    assert.equal(Buffer.byteLength(body), bytes)
    assert.deepEqual(Object.keys(JSON.parse(body).data.fields), ['a'])
  }
  assert.deepEqual(JSON.parse(sized(MAX_EVENT_BYTES + 1)).data, {
    submission_id: 'sub_6nq0w8z4k2v7c1x9m3t5r0y8bh',
    endpoint_id: 'f_k3v9q2m7x4t8r5wz',
    endpoint_name: 'Contact',
    test: false,
    spam: { verdict: 'ham', reasons: [] },
    files: [],
    labels: [],
    assignee: null,
    truncated: true,
    url: URL_IN_API,
  })
})

test('tells all other events in the same envelope', () => {
  const tell = (event: WebhookEvent) => JSON.parse(composeEventBody(event))
  assert.deepEqual(
    tell({ type: 'webhook.test', timestamp: TIMESTAMP, data: { ...SUBJECT, destinationId: 'd_1' } }),
    {
      type: 'webhook.test',
      timestamp: '2026-11-22T10:00:00.000Z',
      data: { endpoint_id: 'f_k3v9q2m7x4t8r5wz', endpoint_name: 'Contact', destination_id: 'd_1' },
    },
  )
  const quota = { counted: 'events', percent: 80, quota: 1000, month: '2026-11' } as const
  const resetsAt = '2026-12-01T00:00:00.000Z'
  assert.deepEqual(
    tell({
      type: 'endpoint.quota_warning',
      timestamp: TIMESTAMP,
      data: { endpointId: null, endpointName: null, ...quota, resetsAt },
    }).data,
    { endpoint_id: null, endpoint_name: null, ...quota, resets_at: resetsAt },
  )
  const watch = {
    when: 'silence',
    count: 0,
    title: 'backup is silent',
    text: 'Nothing for an hour.',
  } as const
  assert.deepEqual(
    tell({
      type: 'watch.fired',
      timestamp: TIMESTAMP,
      data: { ...SUBJECT, ...watch, watchId: 'w_1', eventName: 'backup' },
    }).data,
    {
      watch_id: 'w_1',
      endpoint_id: 'f_k3v9q2m7x4t8r5wz',
      endpoint_name: 'Contact',
      when: 'silence',
      event_name: 'backup',
      count: 0,
      title: 'backup is silent',
      text: 'Nothing for an hour.',
    },
  )
})
