import { setTimeout } from 'node:timers/promises'
import type { LedgerEmail } from '../../../support/smtp/ledger.ts'

const PATIENCE_MS = 30_000
/** Maximum wait for the confirmation email of a destination. */
const LOOKS = 20
const POLL_MS = 50

/** Headers of requests from a page of the service. */
const FROM_HERE = { 'sec-fetch-site': 'same-origin', accept: 'text/html' }

/**
 * Acts as an owner after the claim: opens the dashboard, requests a sign-in email, and adds a destination that confirms.
 * A failure ends the visit; the database shows how far it got.
 *
 * @returns true when the confirmation was acknowledged
 */
export async function visitAsOwner(
  base: string,
  about: { claimPath: string; formId: string; recipient: string; emails: readonly LedgerEmail[] },
): Promise<boolean> {
  const { claimPath, formId, recipient } = about
  const mailbox = recipient.replace(/^[^@]*/, 'sales')
  try {
    const cookie = await openDashboard(base, claimPath)
    if (cookie === null) return false
    await post(`${base}/sign-in`, {
      headers: FROM_HERE,
      body: new URLSearchParams({ email: recipient }),
    })
    const added = await post(`${base}/api/v1/endpoints/${formId}/destinations`, {
      headers: { ...FROM_HERE, cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ email: mailbox }),
    })
    // It may have been added before the last node died.
    if (added.status !== 201 && added.status !== 409) return false
    const path = await emailTo(mailbox, about.emails)
    if (path === null) return false
    return (await post(base + path, { headers: FROM_HERE })).status === 200
  } catch (error) {
    // The connection was lost, or the answer was late.
    if (error instanceof TypeError || error instanceof DOMException) return false
    throw error
  }
}

/**
 * Opens the session of an owner who followed the claim link; null when none was opened.
 *
 * @throws when the connection was lost or the answer was late
 */
export async function openDashboard(base: string, claimPath: string): Promise<string | null> {
  const opened = await post(`${base}${claimPath}/open`, { headers: FROM_HERE })
  return opened.headers.get('set-cookie')?.split(';')[0] ?? null
}

/** Retires a queue of the owner of this session; the database shows if it did. */
export async function retireQueue(
  base: string,
  { cookie, id }: { cookie: string; id: string },
): Promise<void> {
  await post(`${base}/api/v1/queues/${id}/retire`, { headers: { ...FROM_HERE, cookie } })
}

async function post(url: string, request: RequestInit): Promise<Response> {
  const answer = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    signal: AbortSignal.timeout(PATIENCE_MS),
    ...request,
  })
  await answer.text()
  return answer
}

/** Waits for the confirmation email and returns the path of its page; null when it does not arrive. */
async function emailTo(mailbox: string, emails: readonly LedgerEmail[]): Promise<string | null> {
  for (let look = 0; look < LOOKS; look += 1) {
    const email = emails.find(({ to }) => to[0] === mailbox)
    const text = email?.raw.toString().replaceAll('=\r\n', '') ?? ''
    const found = /\/destination\/[0-9a-z]+/.exec(text)?.[0]
    if (found) return found
    await setTimeout(POLL_MS)
  }
  return null
}
