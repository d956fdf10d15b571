/**
 * Splits JSON without reading it, so that a value can be kept as it was written, with all digits of its numbers. The
 * text must be well-formed, except for `isDeeper` and the functions that count: parse it first.
 */

/** Splits an object into its members, in the order written and with repeated names. */
export function splitMembers(text: string): { name: string; text: string }[] {
  const members: { name: string; text: string }[] = []
  let at = text.indexOf('{') + 1
  while (true) {
    const nameStart = text.indexOf('"', at)
    if (nameStart < 0 || text.slice(at, nameStart).includes('}')) return members
    const nameEnd = findStringEnd(text, nameStart)
    const valueStart = text.indexOf(':', nameEnd) + 1
    const valueEnd = findValueEnd(text, valueStart)
    const name = String(JSON.parse(text.slice(nameStart, nameEnd)))
    members.push({ name, text: text.slice(valueStart, valueEnd).trim() })
    at = valueEnd + 1
    if (text[valueEnd] === '}') return members
  }
}

/** Finds the value of a member; of several of the same name the last, as JSON.parse does. */
export function findMember(text: string, name: string): string | undefined {
  return splitMembers(text).findLast((member) => member.name === name)?.text
}

/** Splits an array into its items. */
export function splitItems(text: string): string[] {
  const items: string[] = []
  for (let at = text.indexOf('[') + 1; at < text.length; ) {
    const end = findValueEnd(text, at)
    const item = text.slice(at, end).trim()
    if (item !== '') items.push(item)
    at = text[end] === ']' ? text.length : end + 1
  }
  return items
}

/** Counts open brackets outside strings; true when there are more than `depth` at once. The text may be malformed. */
export function isDeeper(text: string, depth: number): boolean {
  let open = 0
  for (let at = 0; at < text.length; at += 1) {
    const mark = text[at]
    if (mark === '"') at = findStringEnd(text, at) - 1
    else if (mark === '{' || mark === '[') {
      open += 1
      if (open > depth) return true
    } else if (mark === '}' || mark === ']') open -= 1
  }
  return false
}

/** Counts the members of all objects, by the colons outside strings. The text may be malformed. */
export function countMembers(text: string): number {
  return countOutsideStrings(text, ':')
}

/** Counts the members and items after the first of each object and list, by the commas outside strings. The text may be malformed. */
export function countSeparators(text: string): number {
  return countOutsideStrings(text, ',')
}

function countOutsideStrings(text: string, wanted: ':' | ','): number {
  let count = 0
  for (let at = 0; at < text.length; at += 1) {
    const mark = text[at]
    if (mark === '"') at = findStringEnd(text, at) - 1
    else if (mark === wanted) count += 1
  }
  return count
}

/** Finds the position behind the string that begins at `at`. */
export function findStringEnd(text: string, at: number): number {
  let end = at + 1
  while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1
  return end + 1
}

/** Finds the comma or bracket that ends the value which begins at `from`. */
function findValueEnd(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at += 1) {
    const mark = text[at]
    if (mark === '"') at = findStringEnd(text, at) - 1
    else if (mark === '{' || mark === '[') depth += 1
    else if (depth === 0 && (mark === ',' || mark === '}' || mark === ']')) return at
    else if (mark === '}' || mark === ']') depth -= 1
  }
  return text.length
}
