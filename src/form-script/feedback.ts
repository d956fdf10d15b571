import { getText, type Kind } from './texts.ts'

const SLOTS =
  '[data-form-success],[data-form-receipt],[data-form-kept],[data-form-error],[data-form-failed],[data-form-expired]'
/** By form, the function that takes the mark off its invalid field. */
const unmark = new WeakMap<HTMLFormElement, () => void>()
/** Elements that the script added: the page wrote no text into them. */
const added = new WeakSet<HTMLElement>()

/** Hides every message of a form and takes the mark off its invalid field. */
export function clearFeedback(form: HTMLFormElement): void {
  for (const slot of form.querySelectorAll<HTMLElement>(SLOTS)) {
    slot.hidden = true
    if (slot.hasAttribute('data-form-error')) slot.textContent = ''
  }
  unmark.get(form)?.()
}

/** Shows a text in the element of the page for it, which may hold a text of its own, or in a new one. */
export function showText(form: HTMLFormElement, kind: Kind): void {
  clearFeedback(form)
  const isError = kind === 'failed' || kind === 'expired'
  const own = form.querySelector<HTMLElement>(`[data-form-${kind}]`)
  if (isError && !own) {
    showError(form, { message: getText(form, kind) })
    return
  }
  const slot = own ?? addSlot(form, kind)
  if (added.has(slot) || !slot.textContent?.trim()) slot.textContent = describe(form, kind)
  reveal(slot, isError ? 'alert' : 'status')
}

/** Shows that the submission was stored, with a link to its receipt. */
export function showSuccess(form: HTMLFormElement, receiptUrl: string | undefined): void {
  showText(form, 'success')
  if (!receiptUrl) return
  const link = form.querySelector<HTMLElement>('a[data-form-receipt]') ?? addSlot(form, 'receipt', 'a')
  if (!link.textContent?.trim()) link.textContent = getText(form, 'receipt')
  link.setAttribute('href', receiptUrl)
  link.setAttribute('target', '_blank')
  link.setAttribute('rel', 'noopener')
  link.hidden = false
}

function describe(form: HTMLFormElement, kind: Kind): string {
  const text = getText(form, kind)
  return kind === 'kept' && !navigator.onLine
    ? `${getText(form, 'offline')} ${text}`.replace('。 ', '。')
    : text
}

/** Shows an error at its field, if it has one, and moves the focus there. */
export function showError(
  form: HTMLFormElement,
  { message, field: name }: { message: string; field?: string | undefined },
): void {
  clearFeedback(form)
  const slots = [...form.querySelectorAll<HTMLElement>('[data-form-error]')]
  const find = (wanted: string | undefined) => slots.find((slot) => slot.dataset.formError === wanted)
  const slot = find(name) ?? find('') ?? addSlot(form, 'error')
  slot.textContent = message
  reveal(slot, 'alert')
  const field = [...form.elements].find((element) => element.getAttribute('name') === name)
  if (!(field instanceof HTMLElement) || name === undefined) return
  slot.id ||= `formslot-${Math.random().toString(36).slice(2)}`
  const described = field.getAttribute('aria-describedby')
  field.setAttribute('aria-describedby', described ? `${described} ${slot.id}` : slot.id)
  field.setAttribute('aria-invalid', 'true')
  unmark.set(form, () => {
    field.removeAttribute('aria-invalid')
    if (described) field.setAttribute('aria-describedby', described)
    else field.removeAttribute('aria-describedby')
    unmark.delete(form)
  })
  field.focus()
}

function addSlot(form: HTMLFormElement, kind: Kind | 'receipt' | 'error', tag = 'p'): HTMLElement {
  const slot = document.createElement(tag)
  slot.setAttribute(`data-form-${kind}`, '')
  added.add(slot)
  form.append(slot)
  return slot
}

function reveal(slot: HTMLElement, role: string): void {
  if (!slot.hasAttribute('role')) slot.setAttribute('role', role)
  slot.hidden = false
}
