/** Crockford's base32 in lower case: no i, l, o, u. */
const FORM_ID = /^f_[0-9a-hjkmnp-tv-z]{16}$/

/** Whether this has the shape of a form id; what has not is unknown without a look at the store. */
export function isFormId(text: string): boolean {
  return FORM_ID.test(text)
}
