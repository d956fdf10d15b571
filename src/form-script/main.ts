import { clearFeedback, showError, showSuccess, showText } from './feedback.ts'
import { getUrl } from './form-url.ts'
import { removeKept } from './kept-submissions.ts'
import { forgetRestored, sendAllDue, sendAllKept, sendKept, showKept } from './outbox.ts'
import { send } from './send.ts'
import type { Outcome, Submission } from './submission.ts'
import { getLanguage, loadTexts } from './texts.ts'

/** State of a form of the page. */
type FormState = {
  isBusy?: boolean
  /** The submission that was not accepted yet: the same content keeps its key. */
  last?: { submission: Submission; content: string } | undefined
}

const MAX_NAVIGATION_MS = 3000
/** Members of a form that are needed after `preventDefault`. A field of the same name hides them. */
const NEEDED =
  'append dispatchEvent elements hasAttribute querySelector querySelectorAll removeAttribute setAttribute'

const startedAt = performance.now()
const states = new WeakMap<HTMLFormElement, FormState>()
/** Browsers before 2022 send forms themselves. */
const isAble = 'timeout' in AbortSignal
/** The policy of the page forbids scripts to send. */
let isForbidden = false

const script = document.currentScript ?? document.querySelector('script[src*="/form."]')
// A page may load the script twice. A form that is named formslot is a property of the window, too, but not its own.
if (script instanceof HTMLScriptElement && !Object.hasOwn(globalThis, 'formslot')) {
  Object.assign(globalThis, { formslot: 1 })
  start(new URL('f/', script.dataset.base ?? script.src).href)
}

/** @param prefix beginning of the addresses of all forms of the instance */
function start(prefix: string): void {
  addEventListener('submit', (event) => {
    const { target: form, submitter } = event
    // Until preventDefault, an exception leaves the form to the browser.
    if (event.defaultPrevented || isForbidden || !isAble || !(form instanceof HTMLFormElement)) return
    const url = getUrl(form, submitter)
    if (!url.startsWith(prefix) || NEEDED.split(' ').some((name) => Object.hasOwn(form, name))) return
    const state = getState(form)
    const submission = state.isBusy ? null : readSubmission(form, { url, submitter, state })
    if (!submission && !state.isBusy) return
    event.preventDefault()
    if (submission) post(form, { submission, submitter, state })
  })
  addEventListener('reset', ({ target }) => {
    if (target instanceof HTMLFormElement) forgetRestored(target)
  })
  addEventListener('securitypolicyviolation', ({ blockedURI, effectiveDirective, disposition }) => {
    if (disposition === 'enforce' && effectiveDirective === 'connect-src' && blockedURI.startsWith(prefix))
      isForbidden = true
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    for (const form of document.forms) setBusy(form, false)
    sendAllKept()
  })
  addEventListener('online', () => sendAllKept())
  const urls = [...document.forms].map((form) => [form, getUrl(form, null)] as const)
  const texts = urls.map(([form, url]) => url.startsWith(prefix) && loadTexts(form, url))
  Promise.all(texts).then(() => sendAllKept())
}

/** Reads the fields as the browser would send them. Returns null where only the browser can: for files and image buttons. */
function readSubmission(
  form: HTMLFormElement,
  { url, submitter, state }: { url: string; submitter: HTMLElement | null; state: FormState },
): Submission | null {
  const entries: [string, string][] = []
  const data = new FormData(form, submitter)
  // Browsers before 2023 ignore the button.
  const button = submitter?.getAttribute('name')
  if (button && !data.has(button)) return null
  for (const [name, value] of data) {
    if (typeof value !== 'string') return null
    entries.push([name, value])
  }
  const content = JSON.stringify([url, entries])
  if (state.last?.content !== content) {
    entries.push(['_t', String(Math.round(performance.now() - startedAt))])
    // randomUUID is missing on pages without TLS.
    const key = crypto.getRandomValues(new Uint32Array(4)).join('-')
    state.last = {
      content,
      submission: {
        key,
        url,
        entries,
        language: getLanguage(form),
        challenge: form.hasAttribute('data-challenge'),
      },
    }
  }
  return state.last.submission
}

async function post(
  form: HTMLFormElement,
  {
    submission,
    submitter,
    state,
  }: { submission: Submission; submitter: HTMLElement | null; state: FormState },
): Promise<void> {
  setBusy(form, true)
  clearFeedback(form)
  const texts = loadTexts(form, submission.url)
  const outcome: Outcome = await (form.hasAttribute('data-outbox')
    ? sendKept(submission).catch(notKept)
    : send(submission))
  await texts
  // The event of the policy comes as a task of its own.
  if (outcome.kind === 'failed') await new Promise((resolve) => setTimeout(resolve))
  setBusy(form, false)
  if (outcome.kind === 'failed' && isForbidden) {
    if (outcome.isKept) await removeKept(submission.key)
    HTMLFormElement.prototype.requestSubmit.call(form, submitter)
  } else if (outcome.kind === 'accepted') {
    state.last = undefined
    if (!notify(form, 'success', outcome)) return
    reset(form)
    showSuccess(form, outcome.next ? undefined : outcome.receiptUrl)
    follow(form, outcome.next)
  } else if (outcome.kind === 'failed' && outcome.isKept) {
    state.last = undefined
    if (notify(form, 'kept', outcome)) {
      reset(form)
      showKept(form, submission.url)
    }
    sendAllDue()
  } else if (notify(form, 'error', outcome)) {
    if (outcome.message) showError(form, { ...outcome, message: outcome.message })
    else showText(form, 'failed')
  }
}

/** The disk is full, for example. Pressed again, the same content has the same key, so it is stored once. */
function notKept(): Outcome {
  return { kind: 'failed', waitMs: 0 }
}

/** Opens the page after the form, and ignores the form meanwhile. */
function follow(form: HTMLFormElement, next: string | undefined): void {
  if (!next || !/^https?:/.test(next)) return
  setBusy(form, true)
  setTimeout(setBusy, MAX_NAVIGATION_MS, form, false)
  location.assign(next)
}

/** Dispatches an event with the answer. Returns false when the page shows the result itself. */
function notify(form: HTMLFormElement, name: 'success' | 'kept' | 'error', { answer }: Outcome): boolean {
  const event = new CustomEvent(`formslot:${name}`, { bubbles: true, cancelable: true, detail: answer })
  return form.dispatchEvent(event)
}

function getState(form: HTMLFormElement): FormState {
  const state = states.get(form) ?? {}
  states.set(form, state)
  return state
}

function setBusy(form: HTMLFormElement, isBusy: boolean): void {
  if (isBusy) form.setAttribute('aria-busy', 'true')
  else form.removeAttribute('aria-busy')
  getState(form).isBusy = isBusy
}

/** Resets a form that may have a field named reset. */
function reset(form: HTMLFormElement): void {
  HTMLFormElement.prototype.reset.call(form)
}
