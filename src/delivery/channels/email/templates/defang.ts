/**
 * Zero-width non-joiner. After a dot or an @ it starts a label, where IDNA forbids it (RFC 5892 appendix A.1), so a mail
 * program that still creates a link creates one that no browser opens. The zero-width space and the word joiner do not
 * work: browsers drop them and open the address.
 */
const BREAK = '\u200c'

/** Dots, @ and colons in all forms that browsers accept (UTS #46), if a character follows. */
const JOINTS = /([.\u2024\u3002\uff0e\uff61@\uff20:\uff1a])(?=[^\s.\]])/g
/** `//host`, and `\\host`, which Outlook links too. */
const DOUBLE_SLASHES = /([/\\])(?=\1)/g
/** `//` after `breakLinks`. */
const BROKEN_SLASHES = new RegExp(`/${BREAK}/(?=\\S)`, 'g')

/**
 * Breaks web and email addresses in submitted text, so that it looks the same but no mail program turns any of it into
 * a link.
 */
export function breakLinks(text: string): string {
  return text.replace(DOUBLE_SLASHES, `$1${BREAK}`).replace(JOINTS, `$1${BREAK}`)
}

/**
 * Breaks links in plain text and shows that they are broken: `https[:]//`, `www[.]`, `[//]`. A host after `[:]//` gets no
 * invisible break, so that readers can repair the URL by hand.
 */
export function defang(text: string): string {
  const pieces = text.split(/(:\/\/[\w.-]*)/)
  return pieces.map((piece, index) => (index % 2 === 0 ? bare(piece) : `[:]${www(piece.slice(1))}`)).join('')
}

function bare(text: string): string {
  return breakLinks(www(text)).replace(BROKEN_SLASHES, '[//]')
}

function www(text: string): string {
  return text.replace(/www\./gi, (found) => `${found.slice(0, -1)}[.]`)
}
