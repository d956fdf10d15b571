import assert from 'node:assert/strict'
import type { LedgerEmail } from '../../../support/smtp/ledger.ts'
import { claimPathIn } from './client.ts'
import { openDashboard } from './owner-visit.ts'

/** A claimed form that takes files, and the session of its owner. */
export type FileForm = { id: string; recipient: string; cookie: string }

/** Headers of requests from a page of the service. */
export const FROM_HERE = { 'sec-fetch-site': 'same-origin' }

/**
 * Creates a form, claims it by the link in its email and lets it take files.
 *
 * @param about.emails emails that have arrived
 * @param about.arrived settles once the email with the claim link has arrived
 */
export async function openFileForm(
  base: string,
  about: { recipient: string; emails: readonly LedgerEmail[]; arrived(): Promise<void> },
): Promise<FileForm> {
  const { recipient } = about
  const accept = 'application/json'
  const made = await fetch(`${base}/new`, {
    method: 'POST',
    headers: { accept },
    body: new URLSearchParams({ recipient }),
  })
  assert.equal(made.status, 201)
  const { form_id: id } = (await made.json()) as { form_id: string }
  const body = new URLSearchParams({ message: 'the first' })
  assert.equal((await fetch(`${base}/f/${id}`, { method: 'POST', headers: { accept }, body })).status, 200)
  await about.arrived()
  const claimPath = claimPathIn(about.emails.find(({ to }) => to[0] === recipient)) ?? assert.fail()
  const cookie = (await openDashboard(base, claimPath)) ?? assert.fail()
  const form = { id, recipient, cookie }
  const settings = await callAsOwner(base, form, `/endpoints/${id}`, {
    method: 'PATCH',
    json: { files: { on: true } },
  })
  assert.equal(settings.status, 200)
  return form
}

/** Calls the owner API as the owner of a form. */
export function callAsOwner(
  base: string,
  { cookie }: Pick<FileForm, 'cookie'>,
  path: string,
  { method, json }: { method: string; json?: unknown },
): Promise<Response> {
  return fetch(`${base}/api/v1${path}`, {
    method,
    headers: {
      ...FROM_HERE,
      cookie,
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  })
}
