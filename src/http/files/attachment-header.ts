/** Characters that stand in a quoted name for themselves in every browser; no `%`, which some would decode. */
const NOT_PLAIN = /[^\w .()+-]/g
/** Characters that `encodeURIComponent` leaves, and RFC 8187 §3.2.1 does not allow. */
const NOT_ENCODED = /['()*]/g

/**
 * Returns the header `Content-Disposition` by which a browser saves a file instead of showing it (RFC 6266): with the whole
 * name, and before it one in plain ASCII for old programs.
 */
export function toAttachmentHeader(name: string): string {
  const wellFormed = name.toWellFormed()
  const plain = wellFormed.replace(NOT_PLAIN, '_')
  const encoded = encodeURIComponent(wellFormed).replace(
    NOT_ENCODED,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
