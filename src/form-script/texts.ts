/** A result that is shown with the text of the page, or else with one of these. */
export type Kind = 'success' | 'kept' | 'failed' | 'expired'

type Texts = Record<
  Kind | 'offline' | 'receipt' | 'filesFailed' | 'tooMany' | 'tooLarge' | 'wrongKind',
  string
>

/** `offline` precedes `kept` while the browser says that it is. The other languages are in `src/locales/`. */
export const ENGLISH: Texts = {
  success: 'Thank you! Your message has been sent.',
  receipt: 'See what happens to your message',
  offline: 'You’re offline. ',
  kept: 'We saved your message in this browser and will send it when the connection is back. Clearing the browser’s data deletes it.',
  failed: 'Your message couldn’t be sent. Check your connection and try again.',
  expired: 'Your message couldn’t be sent within 24 hours. Check it and send it again.',
  filesFailed:
    'Your files couldn’t be sent. Check your connection and try again. If you leave this page, choose your files again.',
  tooMany: 'Too many files. Maximum: {max}.',
  tooLarge: 'Too large: {name}. Maximum: {max} MB.',
  wrongKind: 'Files of this kind aren’t accepted: {name}.',
}
/** Languages whose texts can be loaded. */
export const OTHER_LANGUAGES = /^(ar|de|es|fr|ja|pt|zh)$/
const TIMEOUT_MS = 5000

/** Those that were loaded, by language. */
const texts: Record<string, Texts | undefined> = {}

/** Returns the language of a form as the page says, else that of the browser: the first part of its tag. */
export function getLanguage(form: HTMLFormElement): string {
  const tag = form.closest<HTMLElement>('[lang]')?.lang || navigator.language
  return tag.split('-', 1).join().toLowerCase()
}

/** Returns a text in the language of the form; in English for every other one, and while its texts are not loaded. */
export function getText(form: HTMLFormElement, kind: keyof Texts): string {
  return (texts[getLanguage(form)] ?? ENGLISH)[kind]
}

/** Loads the texts of the form at an address. Never rejects: without them they are English. */
export async function loadTexts(form: HTMLFormElement, url: string): Promise<void> {
  const language = getLanguage(form)
  if (texts[language] || !OTHER_LANGUAGES.test(language)) return
  try {
    const address = new URL(`../form.${language}.json`, url)
    const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    texts[language] = await response.json()
  } catch {
    // They are loaded with the next submission.
  }
}
