/** Unfolded fields of one group, or of the headers of a message, by lower-case name; of each name, the first one. */
export type Fields = ReadonlyMap<string, string>

/** Maximum number of groups in one part: RFC 3464 has one for the message, and one for each recipient. */
const MAX_GROUPS = 51
/** A field: a name of printable characters without a colon (RFC 5322 §2.2). */
const FIELD = /^([!-9;-~]+)[ \t]*:(.*)$/
const LINE_END = /\r\n|\n|\r/
/** Characters that can surround an address. */
const AROUND = /[\s<>();,:"]+/
const ADDRESS = /^[^@]+@[^@]+$/
/** An escaped character in an address of the type utf-8 (RFC 6533 §3). */
const EMBEDDED = /\\x\{([0-9a-f]{1,6})\}/gi
const MAX_CODE_POINT = 0x10ffff

/** Reads groups of fields, which are separated by empty lines (RFC 3464 §2.1). Lines that are not fields are ignored. */
export function readGroups(text: string): Fields[] {
  const groups: Fields[] = []
  let lines: string[] = []
  for (const line of [...text.split(LINE_END), '']) {
    if (line.trim() !== '') {
      lines.push(line)
      continue
    }
    const group = readGroup(lines)
    if (group.size > 0) groups.push(group)
    if (groups.length === MAX_GROUPS) break
    lines = []
  }
  return groups
}

/** Reads the headers of a message (RFC 5322 §2.2), up to the first empty line. */
export function readHeaders(message: string): Fields {
  const end = /\r?\n[ \t]*\r?\n/.exec(message)?.index ?? message.length
  return readGroup(message.slice(0, end).split(LINE_END))
}

/** Returns the first address in a value such as `rfc822; ada@example.org`; null if it has none. */
export function findAddress(value: string): string | null {
  const words = value.replace(EMBEDDED, toCharacter).split(AROUND)
  return words.find((word) => ADDRESS.test(word)) ?? null
}

/** Lists the addresses of a header. */
export function listAddresses(value: string): string[] {
  return value.split(',').flatMap((one) => findAddress(one) ?? [])
}

/** Returns a value without its type, such as `smtp;` (RFC 3464 §2.1.2). */
export function withoutType(value: string): string {
  return value.replace(/^\s*[\w-]+\s*;\s*/, '')
}

function readGroup(lines: readonly string[]): Fields {
  const fields = new Map<string, string>()
  let name: string | null = null
  let parts: string[] = []
  const keep = () => {
    if (name !== null && !fields.has(name)) fields.set(name, parts.join(' ').trim())
  }
  for (const line of lines) {
    if (/^[ \t]/.test(line)) {
      parts.push(line.trim())
      continue
    }
    keep()
    const [, begun, value = ''] = FIELD.exec(line) ?? []
    name = begun?.toLowerCase() ?? null
    parts = [value.trim()]
  }
  keep()
  return fields
}

function toCharacter(whole: string, digits: string): string {
  const point = Number.parseInt(digits, 16)
  return point > MAX_CODE_POINT ? whole : String.fromCodePoint(point)
}
