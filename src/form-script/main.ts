import { findFileProblem } from './chosen-files.ts'
import { clearFeedback, setAttribute, showError, showSuccess } from './feedback.ts'
import { getUrl } from './form-url.ts'
import { removeKept } from './kept-submissions.ts'
import { forgetRestored, sendAllDue, sendAllKept, sendKept, showKept } from './outbox.ts'
import { showProgress } from './progress.ts'
import { send } from './send.ts'
import type { Outcome, Submission } from './submission.ts'
import { getLanguage, loadTexts } from './texts.ts'

declare global {
  var formslot: unknown
  interface WindowEventMap {
    'htmx:beforeSwap': CustomEvent<{ xhr?: XMLHttpRequest; shouldSwap: boolean }>
  }
}

const MAX_NAVIGATION_MS = 3000

const startedAt = performance.now()
/** Forms that are being sent. */
const busy = new Set<HTMLFormElement>()
/** By form, the submission that was not accepted yet: the same content keeps its key. */
const pending = new WeakMap<HTMLFormElement, [content: string, submission: Submission]>()
/** The policy of the page forbids scripts to send. */
let isForbidden = false

const script = document.currentScript ?? document.querySelector<HTMLScriptElement>('script[src*="/form."]')
// Browsers before 2022 send forms themselves.
// A page may load the script twice. A form that is named formslot is a property of the window, too.
if (script && 'src' in script && 'timeout' in AbortSignal && globalThis.formslot !== 1) {
  globalThis.formslot = 1
  start(new URL('f/', script.dataset.base ?? script.src).href)
}

/** @param prefix beginning of the addresses of all forms of the instance */
async function start(prefix: string): Promise<void> {
  addEventListener('submit', async (event) => {
    const { target: form, submitter } = event
    if (event.defaultPrevented || isForbidden || !(form instanceof HTMLFormElement)) return
    if (!getUrl(form, submitter).startsWith(prefix)) return
    const submission = busy.has(form) || readSubmission(form, submitter)
    if (!submission) return
    event.preventDefault()
    const problem = findFileProblem(form)
    if (problem) showError(form, problem, 'failed')
    else if (submission !== true && !(await post(form, submission)))
      HTMLFormElement.prototype.requestSubmit.call(form, submitter)
  })
  addEventListener('reset', ({ target }) => {
    if (target) forgetRestored(target)
  })
  // Versions 1 and 2 of htmx show no refusals unless they are told to.
  addEventListener('htmx:beforeSwap', ({ detail }) => {
    if (detail.xhr?.responseURL.startsWith(prefix) && detail.xhr.getResponseHeader('hx-reswap'))
      detail.shouldSwap = true
  })
  addEventListener('securitypolicyviolation', (event) => {
    if (
      event.disposition === 'enforce' &&
      event.effectiveDirective === 'connect-src' &&
      event.blockedURI.startsWith(prefix)
    )
      isForbidden = true
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    for (const form of busy) setBusy(form, false)
    sendAllKept()
  })
  addEventListener('online', () => sendAllKept())
  for (const form of document.forms) {
    const url = getUrl(form)
    if (url.startsWith(prefix)) await loadTexts(form, url)
  }
  sendAllKept()
}

/** Reads the fields as the browser would send them. Returns null where only the browser can: for image buttons. */
function readSubmission(form: HTMLFormElement, submitter: HTMLElement | null): Submission | null {
  const url = getUrl(form, submitter)
  const entries: [string, string][] = []
  const files: [string, File][] = []
  const data = new FormData(form, submitter)
  // Browsers before 2023 ignore the button.
  const button = submitter?.getAttribute('name')
  if (button && !data.has(button)) return null
  for (const [name, value] of data) {
    if (typeof value === 'string') entries.push([name, value])
    // An empty input is a file without a name.
    else if (value.name) files.push([name, value])
  }
  const content = JSON.stringify([
    url,
    entries,
    files.map(([field, { name, size, lastModified }]) => [field, name, size, lastModified]),
  ])
  const [last, submitted] = pending.get(form) ?? []
  if (last === content && submitted) return submitted
  entries.push(['_t', (performance.now() - startedAt).toFixed()])
  const submission = {
    // randomUUID is missing on pages without TLS.
    key: crypto.getRandomValues(new Uint32Array(4)).join('-'),
    url,
    entries,
    files,
    language: getLanguage(form),
    challenge: form.matches('[data-challenge]'),
  }
  pending.set(form, [content, submission])
  return submission
}

/** Sends a submission and shows the result. Returns false, and shows nothing, where the policy of the page forbids it. */
async function post(form: HTMLFormElement, submission: Submission): Promise<boolean> {
  const { key, url } = submission
  setBusy(form, true)
  clearFeedback(form)
  const texts = loadTexts(form, url)
  const outcome = await attempt(form, submission)
  await texts
  clearFeedback(form)
  const { kind, detail } = outcome
  // The event of the policy comes as a task of its own.
  if (!detail) await new Promise((resolve) => setTimeout(resolve))
  setBusy(form, false)
  if (!detail && isForbidden) {
    if (kind === 'kept') await removeKept(key)
    return false
  }
  if (kind !== 'error') pending.delete(form)
  // The page may show the result itself.
  if (form.dispatchEvent(new CustomEvent(`formslot:${kind}`, { bubbles: true, cancelable: true, detail }))) {
    // A field may be named reset.
    if (kind !== 'error') HTMLFormElement.prototype.reset.call(form)
    if (kind === 'error') showError(form, outcome, 'failed')
    else if (kind === 'kept') showKept(form, url)
    else {
      showSuccess(form, outcome.receipt)
      follow(form, outcome.next)
    }
  }
  if (kind === 'kept') sendAllDue()
  return true
}

function attempt(form: HTMLFormElement, submission: Submission): Promise<Outcome> {
  const files = submission.files?.map(([, file]) => file)
  if (files?.length) return send(submission, showProgress(form, files))
  return form.matches('[data-outbox]') ? sendKept(submission) : send(submission)
}

/** Opens the page after the form, and ignores the form meanwhile. */
function follow(form: HTMLFormElement, next: string | undefined): void {
  if (!next || !/^https?:/.test(next)) return
  setBusy(form, true)
  setTimeout(setBusy, MAX_NAVIGATION_MS, form, false)
  location.assign(next)
}

function setBusy(form: HTMLFormElement, isBusy: boolean): void {
  setAttribute(form, 'aria-busy', isBusy ? 'true' : null)
  if (isBusy) busy.add(form)
  else busy.delete(form)
}
