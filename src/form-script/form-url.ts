/** Members of a form that are needed to send it. A field of the same name hides them. */
const NEEDED = 'append closest dispatchEvent elements matches querySelector removeAttribute setAttribute'
/** Method, target, encoding and address. A query asks for a dry run, whose answer is for developers. */
const PLAIN = /^post,(_self)?,(?!text)[^?#]*$/i

/** Returns the address that a form is sent to; '' when only the browser can send it as its attributes ask. */
export function getUrl(form: HTMLFormElement, submitter?: HTMLElement | null): string {
  // Properties such as `form.action` are hidden by fields of the same name.
  const get = (name: string) => submitter?.getAttribute(`form${name}`) ?? form.getAttribute(name) ?? ''
  try {
    const { href } = new URL(get('action'), document.baseURI)
    const isPlain = PLAIN.test([...['method', 'target', 'enctype'].map(get), href].join())
    if (isPlain && !NEEDED.split(' ').some((name) => Object.hasOwn(form, name))) return href
  } catch {
    // The address is none, or a field hides `getAttribute`.
  }
  return ''
}

/** Finds the form of the page that keeps submissions to an address. */
export function findOutboxForm(url: string): HTMLFormElement | undefined {
  return [...document.forms].find((form) => getUrl(form) === url && form.matches('[data-outbox]'))
}
