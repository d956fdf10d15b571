import type { LoadRequest } from '../harness/wrk.ts'

const BODY_BYTES = 300

/** Creates a submission of 300 bytes to each of these paths. */
export function createFormRequests(paths: readonly string[]): LoadRequest[] {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const body = encodeBody(BODY_BYTES)
  return paths.map((path) => ({ method: 'POST', path, headers, body }))
}

/** Encodes a contact form as browsers do. */
function encodeBody(bytes: number): string {
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
