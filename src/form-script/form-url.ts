/** Returns the address that a form is sent to; '' when only the browser can send it as its attributes ask. */
export function getUrl(form: HTMLFormElement, submitter: HTMLElement | null): string {
  // Properties such as `form.action` are hidden by fields of the same name.
  const get = (name: string) => submitter?.getAttribute(`form${name}`) ?? form.getAttribute(name) ?? ''
  const isPlain =
    /^post$/i.test(get('method')) && /^(_self)?$/i.test(get('target')) && !/^text/i.test(get('enctype'))
  // A query asks for a dry run, whose answer is for developers.
  const url = isPlain ? new URL(get('action'), document.baseURI).href : ''
  return /[?#]/.test(url) ? '' : url
}

/** Finds the form of the page that keeps submissions to an address. */
export function findOutboxForm(url: string): HTMLFormElement | undefined {
  return [...document.forms].find((form) => form.hasAttribute('data-outbox') && getUrl(form, null) === url)
}
