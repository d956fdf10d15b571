import type { LoadRequest } from './wrk.ts'

const BODY_BYTES = 300

/** A submission of 300 bytes to each of these paths. */
export function contactForms(paths: readonly string[]): LoadRequest[] {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const body = bodyOf(BODY_BYTES)
  return paths.map((path) => ({ method: 'POST', path, headers, body }))
}

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
