/**
 * Sentences that `/form.js` shows to the visitor of a form. The script contains the English ones and asks for those of the
 * language of the form: `OTHER_LANGUAGES` and `ENGLISH` in `form-script/texts.ts`.
 */
export type ScriptWords = {
  success: string
  /** Label of the link to the receipt. */
  receipt: string
  /** Precedes `kept` while the browser says that it is offline. Ends with a space where the language has one between sentences. */
  offline: string
  kept: string
  failed: string
  expired: string
}
