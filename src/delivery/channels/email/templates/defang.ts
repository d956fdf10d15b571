/**
 * Zero-width non-joiner. Behind a dot or an @ it starts a label, where IDNA forbids it (RFC 5892 appendix A.1):
 * a mail program that makes a link across it all the same makes one that no browser opens. The zero-width
 * space and the word joiner will not do: browsers drop them and open the address.
 */
const BREAK = '\u200c'

/** Dots, @ and colons in all forms that browsers take for one (UTS #46), where something stands behind them. */
const JOINTS = /([.\u2024\u3002\uff0e\uff61@\uff20:\uff1a])(?=[^\s.\]])/g
/** `//host`, and `\\host`, which Outlook links too. */
const DOUBLE_SLASHES = /([/\\])(?=\1)/g
/** What `breakLinks` makes of `//`. */
const BROKEN_SLASHES = new RegExp(`/${BREAK}/(?=\\S)`, 'g')

/**
 * Submitted text that reads as before and that no mail program turns into a link: not an address with or
 * without a scheme, not a mailbox.
 */
export function breakLinks(text: string): string {
  return text.replace(DOUBLE_SLASHES, `$1${BREAK}`).replace(JOINTS, `$1${BREAK}`)
}

/**
 * The same for plain text, where a web address is also seen to be switched off: `https[:]//`, `www[.]`, `[//]`.
 * A host behind `[:]//` gets no break that is not seen, so that whoever wants the address can mend it by hand.
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
