/** Maximum number of tags that are read; most records have 3 to 10. */
const MAX_TAGS = 50

/** Reads a list such as `v=DMARC1; p=none` (RFC 6376 §3.2): names in lower case, values without spaces around them. */
export function readTags(text: string): ReadonlyMap<string, string> {
  const tags = new Map<string, string>()
  for (const tag of text.split(';', MAX_TAGS)) {
    const at = tag.indexOf('=')
    const name = tag.slice(0, at).trim().toLowerCase()
    if (at > 0 && !tags.has(name)) tags.set(name, tag.slice(at + 1).trim())
  }
  return tags
}

/** Returns the list with one tag changed or added; it becomes the last one. */
export function changeTag(text: string, name: string, value: string): string {
  const [first, ...others] = text
    .split(';', MAX_TAGS)
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '')
  const kept = others.filter((tag) => tag.split('=')[0]?.trim().toLowerCase() !== name)
  return [first, ...kept, `${name}=${value}`].join('; ')
}
