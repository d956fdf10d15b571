import { showError, showSuccess, showText } from './feedback.ts'
import { findOutboxForm } from './form-url.ts'
import { findKept, inTurn, type Kept, listKept, putKept, removeKept } from './kept-submissions.ts'
import { restoreFields } from './restore-fields.ts'
import { send } from './send.ts'
import type { Outcome, Submission } from './submission.ts'

const MINUTE = 60_000
/** The instance remembers a key for 24 hours; the last try ends before. */
const MAX_AGE_MS = 24 * 60 * MINUTE - MINUTE
/** Text that was not sent can be restored for this long. */
const MAX_TEXT_AGE_MS = 7 * 24 * 60 * MINUTE
const DELAYS_MS = [MINUTE / 2, 2 * MINUTE, 10 * MINUTE] as const

/** Forms that show that something of theirs is kept, with its address. */
const waiting = new Map<HTMLFormElement, string>()
/** Forms that show a text that was never sent, with the key of the kept submission. */
const restored = new WeakMap<HTMLFormElement, string>()
/** By address of a form, the receipt of what was kept for it and sent last. */
const receipts = new Map<string, string | undefined>()
let timer: ReturnType<typeof setTimeout> | undefined

/** Keeps a submission, then sends it; it stays kept when it could not be sent. */
export async function sendKept(submission: Submission): Promise<Outcome> {
  return inTurn(submission.key, async (): Promise<Outcome> => {
    const now = Date.now()
    const kept: Kept = { ...submission, keptAt: now, tries: 0, dueAt: now, notBefore: 0 }
    try {
      await putKept(kept)
    } catch {
      // Private windows and full disks keep nothing.
      return send(submission)
    }
    const outcome = await send(submission)
    if (outcome.kind === 'failed') {
      await postpone(kept, outcome.waitMs)
      return { ...outcome, isKept: true }
    }
    await removeKept(submission.key)
    return outcome
  })
}

/** Shows that the submission of a form is kept. */
export function showKept(form: HTMLFormElement, url: string): void {
  showText(form, 'kept')
  waiting.set(form, url)
}

/** Forgets the text that was restored into a form. */
export function forgetRestored(form: HTMLFormElement): void {
  const key = restored.get(form)
  if (key) removeKept(key)
  restored.delete(form)
}

/** Sends what is kept, one after the other, and shows what became of it. Never rejects. */
export async function sendAllKept(isDue: (kept: Kept) => boolean = () => true): Promise<void> {
  try {
    await sendAndShow(isDue)
  } catch {
    // The browser failed to read or write. What is kept keeps its key, so it is stored once, however often it is sent.
    clearTimeout(timer)
    timer = setTimeout(sendAllDue, DELAYS_MS[0])
  }
}

async function sendAndShow(isDue: (kept: Kept) => boolean): Promise<void> {
  for (const kept of await listKept()) {
    if (!kept.ended && !isExpired(kept) && (!isDue(kept) || kept.notBefore > Date.now())) continue
    await inTurn(kept.key, async () => {
      const current = await findKept(kept.key)
      // Another tab may just have tried.
      if (current?.tries === kept.tries) await sendOne(current)
    })
  }
  const left = await listKept()
  for (const kept of left) {
    const form = findOutboxForm(kept.url)
    if (!form) continue
    if (!kept.ended) showKept(form, kept.url)
    else if (!restored.has(form)) restore(form, kept)
  }
  for (const [form, url] of waiting) {
    if (left.some((kept) => kept.url === url)) continue
    waiting.delete(form)
    showSuccess(form, receipts.get(url))
  }
  clearTimeout(timer)
  const due = left
    .filter((kept) => !kept.ended)
    .map((kept) => Math.max(kept.dueAt, kept.notBefore) - Date.now())
  if (due.length > 0) timer = setTimeout(sendAllDue, Math.max(1000, Math.min(...due)))
}

/** Sends what is due, and waits for what is due next. */
export function sendAllDue(): Promise<void> {
  return sendAllKept((kept) => kept.dueAt <= Date.now())
}

async function sendOne(kept: Kept): Promise<void> {
  const { key } = kept
  if (kept.ended) {
    if (Date.now() - kept.keptAt > MAX_TEXT_AGE_MS) await removeKept(key)
    return
  }
  if (isExpired(kept)) {
    await putKept({ ...kept, ended: {} })
    return
  }
  const outcome = await send(kept)
  if (outcome.kind === 'accepted') {
    receipts.set(kept.url, outcome.next ? undefined : outcome.receiptUrl)
    await removeKept(key)
  } else if (outcome.kind === 'failed') await postpone(kept, outcome.waitMs)
  else await putKept({ ...kept, ended: { message: outcome.message, field: outcome.field } })
}

async function postpone(kept: Kept, waitMs: number): Promise<void> {
  const now = Date.now()
  const delay = DELAYS_MS[kept.tries] ?? DELAYS_MS[2]
  await putKept({ ...kept, tries: kept.tries + 1, dueAt: now + delay, notBefore: now + waitMs })
}

/** Returns true when the instance may have forgotten the key. The clock may have been set back since. */
function isExpired({ keptAt }: Kept): boolean {
  return Math.abs(Date.now() - keptAt) > MAX_AGE_MS
}

function restore(form: HTMLFormElement, { key, entries, ended }: Kept): void {
  if (restoreFields(form, entries)) restored.set(form, key)
  waiting.delete(form)
  if (ended?.message) showError(form, { message: ended.message, field: ended.field })
  else showText(form, 'expired')
}
