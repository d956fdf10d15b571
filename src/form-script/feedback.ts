import type { Outcome } from './submission.ts'
import { getText, type Kind } from './texts.ts'

/** By form, what takes back the messages and the mark that it shows. */
const undos = new WeakMap<HTMLFormElement, (() => void)[]>()

/** Hides the messages of a form and takes the mark off its invalid field. */
export function clearFeedback(form: HTMLFormElement): void {
  for (const undo of undos.get(form) ?? []) undo()
  undos.set(form, [])
}

/** Shows a text in the element of the page for it, which may hold a text of its own, or in a new one. */
export function showText(form: HTMLFormElement, kind: 'success' | 'kept'): void {
  clearFeedback(form)
  const introduction = kind === 'kept' && !navigator.onLine ? getText(form, 'offline') : ''
  const slot = findSlot(form, kind) ?? addSlot(form, kind)
  reveal(form, { slot, text: introduction + getText(form, kind), role: 'status' })
}

/** Shows that the submission was stored, with a link to its receipt. */
export function showSuccess(form: HTMLFormElement, receiptUrl: string | undefined): void {
  showText(form, 'success')
  if (!receiptUrl) return
  const link = findSlot(form, 'receipt', 'a') ?? addSlot(form, 'receipt', 'a')
  setAttribute(link, 'href', receiptUrl)
  setAttribute(link, 'target', '_blank')
  reveal(form, { slot: link, text: getText(form, 'receipt'), role: null })
}

/**
 * Shows the message of a refusal at its field, if it has one, and moves the focus there; without a message, the text for a
 * submission that was not sent.
 */
export function showError(
  form: HTMLFormElement,
  { message, field: name, text }: Pick<Outcome, 'message' | 'field' | 'text'>,
  kind: 'failed' | 'expired',
): void {
  clearFeedback(form)
  const own = message ? null : findSlot(form, kind)
  const slot =
    own ??
    findSlot(form, `error="${CSS.escape(name ?? '')}"`) ??
    findSlot(form, 'error=""') ??
    addSlot(form, 'error')
  if (!own) slot.textContent = ''
  reveal(form, { slot, text: message || getText(form, text ?? kind), role: 'alert' })
  const field = [...form.elements].find(
    (element): element is HTMLElement => element.getAttribute('name') === name,
  )
  if (!field) return
  slot.id ||= `formslot-${Math.random()}`
  const described = field.getAttribute('aria-describedby')
  setAttribute(field, 'aria-describedby', described ? `${described} ${slot.id}` : slot.id)
  setAttribute(field, 'aria-invalid', 'true')
  onClear(form, () => {
    setAttribute(field, 'aria-describedby', described)
    setAttribute(field, 'aria-invalid', null)
  })
  field.focus()
}

/** Adds what takes back something that a form shows. */
export function onClear(form: HTMLFormElement, undo: () => void): void {
  undos.get(form)?.push(undo)
}

/** Sets an attribute; null removes it. */
export function setAttribute(element: HTMLElement, name: string, value: string | null): void {
  if (value !== null) element.setAttribute(name, value)
  else element.removeAttribute(name)
}

/** Finds the element of the page for a message. */
export function findSlot(form: HTMLFormElement, attribute: string, tag = ''): HTMLElement | null {
  return form.querySelector<HTMLElement>(`${tag}[data-form-${attribute}]`)
}

function addSlot(form: HTMLFormElement, kind: Kind | 'receipt' | 'error', tag = 'p'): HTMLElement {
  const slot = document.createElement(tag)
  setAttribute(slot, `data-form-${kind}`, '')
  form.append(slot)
  return slot
}

function reveal(
  form: HTMLFormElement,
  { slot, text, role }: { slot: HTMLElement; text: string; role: string | null },
): void {
  const isEmpty = !slot.textContent?.trim()
  if (isEmpty) slot.textContent = text
  if (!slot.matches('[role]')) setAttribute(slot, 'role', role)
  slot.hidden = false
  onClear(form, () => {
    slot.hidden = true
    if (isEmpty) slot.textContent = ''
  })
}
