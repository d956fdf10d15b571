import { showError, showSuccess, showText } from './feedback.ts'
import { findOutboxForm } from './form-url.ts'
import { findKept, inTurn, type Kept, listKept, putKept, removeKept } from './kept-submissions.ts'
import { restoreFields } from './restore-fields.ts'
import { send } from './send.ts'
import type { Outcome, Submission } from './submission.ts'

/** The instance remembers a key for 24 hours; the last try ends a minute before. */
const MAX_AGE_MS = (24 * 60 - 1) * 60_000
/** Text that was not sent can be restored for 7 days. */
const MAX_TEXT_AGE_MS = 7 * 24 * 60 * 60_000
/** Half a minute, two minutes, then always ten. */
const DELAYS_MS = [30_000, 120_000, 600_000] as const

/** Outcome of what the instance may have forgotten the key of. */
const EXPIRED: Outcome = { kind: 'error' }

/** Forms that show that something of theirs is kept, with its address. */
const waiting = new Map<HTMLFormElement, string>()
/** Forms that show a text that was never sent, with the key of the kept submission. */
const restored = new WeakMap<EventTarget, string>()
/** By address of a form, the receipt of what was kept for it and sent last. */
const receipts = new Map<string, string | undefined>()
let timer: ReturnType<typeof setTimeout> | undefined

/** Keeps a submission, then sends it; it stays kept when it could not be sent. */
export function sendKept(submission: Submission): Promise<Outcome> {
  return inTurn(submission.key, async () => {
    const kept: Kept = { ...submission, keptAt: Date.now(), tries: 0, dueAt: 0, waitUntil: 0 }
    try {
      await putKept(kept)
      const outcome = await attempt(kept)
      if (outcome.kind === 'error') await removeKept(kept.key)
      return outcome
    } catch {
      // Private windows and full disks keep nothing. The key lets nothing be stored twice.
      return send(submission)
    }
  })
}

/** Shows that the submission of a form is kept. */
export function showKept(form: HTMLFormElement, url: string): void {
  showText(form, 'kept')
  waiting.set(form, url)
}

/** Forgets the text that was restored into a form. */
export function forgetRestored(form: EventTarget): void {
  const key = restored.get(form)
  if (key) removeKept(key)
  restored.delete(form)
}

/** Sends what is kept and due at a time, one after the other, and shows what became of it. Never rejects. */
export async function sendAllKept(dueAt = Number.POSITIVE_INFINITY): Promise<void> {
  let next: number = Date.now() + DELAYS_MS[0]
  try {
    for (const kept of await listKept()) await inTurn(kept.key, () => sendAgain(kept, dueAt))
    next = showAll(await listKept())
  } catch {
    // The browser failed to read or write. What is kept keeps its key, so it is stored once, however often it is sent.
  }
  clearTimeout(timer)
  timer = setTimeout(sendAllDue, Math.max(1000, next - Date.now()))
}

/** Sends what is due, and waits for what is due next. */
export function sendAllDue(): Promise<void> {
  return sendAllKept(Date.now())
}

/** Shows what is kept, and what is not any more. Returns the time when something is due next. */
function showAll(left: readonly Kept[]): number {
  let next = Date.now() + MAX_AGE_MS
  for (const kept of left) {
    const form = findOutboxForm(kept.url)
    if (!kept.ended) next = Math.min(next, Math.max(kept.dueAt, kept.waitUntil))
    if (!form) continue
    if (!kept.ended) showKept(form, kept.url)
    else if (!restored.has(form)) restore(form, kept)
  }
  for (const [form, url] of waiting) {
    if (left.some((kept) => kept.url === url)) continue
    waiting.delete(form)
    showSuccess(form, receipts.get(url))
  }
  return next
}

async function sendAgain({ key, tries }: Kept, dueAt: number): Promise<void> {
  const kept = await findKept(key)
  // Another tab may just have tried.
  if (kept?.tries !== tries) return
  // The clock may have been set back since.
  const age = Math.abs(Date.now() - kept.keptAt)
  const isExpired = age > MAX_AGE_MS
  if (kept.ended) {
    if (age > MAX_TEXT_AGE_MS) await removeKept(key)
  } else if (isExpired || (kept.dueAt <= dueAt && kept.waitUntil <= Date.now())) {
    const outcome = isExpired ? EXPIRED : await attempt(kept)
    if (outcome.kind === 'error') await putKept({ ...kept, ended: outcome })
    if (outcome.kind === 'success') receipts.set(kept.url, outcome.receipt)
  }
}

/** Sends a kept submission once, and forgets it when it was stored. The caller decides about a refused one. */
async function attempt(kept: Kept): Promise<Outcome> {
  const outcome = await send(kept)
  if (outcome.kind === 'success') await removeKept(kept.key)
  if (outcome.waitMs === undefined) return outcome
  const now = Date.now()
  await putKept({
    ...kept,
    tries: kept.tries + 1,
    dueAt: now + (DELAYS_MS[kept.tries] ?? DELAYS_MS[2]),
    waitUntil: now + outcome.waitMs,
  })
  return { ...outcome, kind: 'kept' }
}

function restore(form: HTMLFormElement, { key, entries, ended = {} }: Kept): void {
  if (restoreFields(form, entries)) restored.set(form, key)
  waiting.delete(form)
  showError(form, ended, 'expired')
}
