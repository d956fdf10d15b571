/** A run of text, with its URL if it is a web address. */
export type Run = { text: string; href: string | null }

const WEB_ADDRESS = /https?:\/\/[^\s<>"'`\\^{|}、。「」（）]+/gi
/** Characters that end a sentence rather than a URL. */
const SENTENCE_ENDS = '.,;:!?*_~)]’”»'

/** Splits text at its http and https URLs. The runs joined give the text again. */
export function splitAtLinks(text: string): Run[] {
  const runs: Run[] = []
  let done = 0
  for (const match of text.matchAll(WEB_ADDRESS)) {
    const address = withoutSentenceEnd(match[0])
    const href = readWebAddress(address)
    if (href === null) continue
    runs.push({ text: text.slice(done, match.index), href: null }, { text: address, href })
    done = match.index + address.length
  }
  return [...runs, { text: text.slice(done), href: null }].filter((run) => run.text !== '')
}

function withoutSentenceEnd(address: string): string {
  // The bracket of `…/wiki/Email_(mail)` is part of the URL.
  const ends = address.includes('(') ? SENTENCE_ENDS.replace(')', '') : SENTENCE_ENDS
  let length = address.length
  while (ends.includes(address.charAt(length - 1))) length -= 1
  return address.slice(0, length)
}

/** Returns the URL as a browser reads it; null with a user name, which only serves to deceive. */
function readWebAddress(address: string): string | null {
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  return url.username === '' && url.password === '' ? url.href : null
}
