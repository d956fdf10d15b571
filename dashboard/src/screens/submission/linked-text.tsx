import { findLinks, phoneLink, type TextPiece } from './links.ts'

const LINK = 'text-accent underline decoration-accent/40 underline-offset-3 hover:decoration-current'

/** Text whose web addresses, email addresses and phone numbers can be clicked. */
export function LinkedText({ name, text }: { name: string; text: string }) {
  const phone = phoneLink(name, text)
  if (phone !== null) {
    return (
      <a href={phone} className={LINK}>
        {text}
      </a>
    )
  }
  return findLinks(text).map((piece, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces repeat, and the order never changes.
    <Piece key={place} piece={piece} />
  ))
}

function Piece({ piece: { text, href, host } }: { piece: TextPiece }) {
  if (href === null) return text
  if (host === null) {
    return (
      <a href={href} className={LINK}>
        {text}
      </a>
    )
  }
  return (
    <>
      {/* Not from the sender's word alone: a reader opens it, and the page gets no opener and no referrer. */}
      <a href={href} target="_blank" rel="noopener noreferrer nofollow" title={host} className={LINK}>
        {text}
      </a>
      {isShown(host, text) ? null : (
        <>
          {' '}
          <span className="rounded-sm bg-warn-tint px-1 text-sm text-warn">
            <span className="sr-only">leads to </span>
            <bdi>{host}</bdi>
          </span>
        </>
      )}
    </>
  )
}

/** Returns true if the text names the host where a reader looks for it. */
function isShown(host: string, text: string): boolean {
  const rest = text.toLowerCase().replace(/^https?:\/\//, '')
  return rest.startsWith(host) && !/^[^/?#]*@/.test(rest)
}
