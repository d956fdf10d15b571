import { createKeys } from '../../src/ids/keys.ts'

const FROM_HERE = { 'sec-fetch-site': 'same-origin' }

/**
 * Creates claimed endpoints as a person does: create, submit, follow the claim link. Returns their paths.
 *
 * @param options.files true: they take files
 * @param options.spamLevel `off`, where the same message is sent again and again: it would be spam
 */
export async function createClaimedEndpoints(
  subject: { base: string; secret: string },
  count: number,
  { spamLevel = 'off', files = false }: { spamLevel?: 'off' | 'normal'; files?: boolean } = {},
): Promise<string[]> {
  const keys = createKeys(subject.secret)
  const paths: string[] = []
  for (let n = 0; n < count; n++) {
    const created = await post(`${subject.base}/new`, { recipient: `ada${n}@formslot.net` })
    const { form_id: formId } = (await created.json()) as { form_id: string }
    await post(`${subject.base}/f/${formId}`, { message: 'the first one' })
    const opened = await fetch(`${subject.base}/claim/${keys.claimToken(formId)}/open`, {
      method: 'POST',
      headers: { accept: 'text/html', ...FROM_HERE },
      redirect: 'manual',
    })
    const cookie = opened.headers.get('set-cookie')?.split(';')[0]
    if (cookie === undefined) throw new Error(`The endpoint ${formId} was not claimed: ${await opened.text()}`)
    const set = await fetch(`${subject.base}/api/v1/endpoints/${formId}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json', cookie, ...FROM_HERE },
      body: JSON.stringify({ spam: { level: spamLevel }, ...(files ? { files: { on: true } } : {}) }),
    })
    if (!set.ok) throw new Error(`The settings of ${formId} were not changed: ${await set.text()}`)
    paths.push(`/f/${formId}`)
  }
  return paths
}

async function post(url: string, fields: Record<string, string>): Promise<Response> {
  const response = await fetch(url, { method: 'POST', body: new URLSearchParams(fields) })
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`)
  return response
}
