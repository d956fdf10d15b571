import { createKeys } from '../../src/ids/keys.ts'

/** Creates claimed endpoints as a person does: create, submit, follow the claim link. Returns their paths. */
export async function createClaimedEndpoints(
  subject: { base: string; secret: string },
  count: number,
): Promise<string[]> {
  const keys = createKeys(subject.secret)
  const paths: string[] = []
  for (let n = 0; n < count; n++) {
    const created = await post(`${subject.base}/new`, { recipient: `ada${n}@formslot.net` })
    const { form_id: formId } = (await created.json()) as { form_id: string }
    await post(`${subject.base}/f/${formId}`, { message: 'the first one' })
    const claimed = await fetch(`${subject.base}/claim/${keys.claimToken(formId)}`, {
      method: 'POST',
      headers: { accept: 'application/json', 'sec-fetch-site': 'same-origin' },
    })
    const answer = (await claimed.json()) as { claimed?: boolean }
    if (!answer.claimed) throw new Error(`The endpoint ${formId} was not claimed: ${JSON.stringify(answer)}`)
    paths.push(`/f/${formId}`)
  }
  return paths
}

async function post(url: string, fields: Record<string, string>): Promise<Response> {
  const response = await fetch(url, { method: 'POST', body: new URLSearchParams(fields) })
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`)
  return response
}
