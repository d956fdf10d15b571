import { fairShare } from '../../email/templates/field-formatting.ts'
import type { ChatField } from '../chat-message.ts'

/** Space of a vendor's message for fields, counted in what `measure` returns: by default UTF-16 units, never fewer than characters. */
export type Room = {
  fields: number
  name: number
  value: number
  /** All names and values together. */
  total: number
  /** Writes one character so that the vendor shows it and reads nothing into it. */
  write?: (character: string) => string
  measure?: (written: string) => number
}

/** Minimum room of a value; with less, the field is left out. */
const MIN_VALUE_ROOM = 20

/**
 * Cuts fields to the room of a message. Short values leave their rest to long ones. Returns the fields as they are written, and
 * how many were left out.
 */
export function fitFields(fields: readonly ChatField[], room: Room): { fields: ChatField[]; left: number } {
  let left = room.total
  const fitting = fields.slice(0, room.fields).map(({ name, value }) => ({
    name: cut(name, room.name, room),
    value: cut(value, room.value, room),
  }))
  const { measure = countUnits } = room
  const kept = fitting.filter(({ name, value }) => {
    left -= measure(name) + Math.min(measure(value), MIN_VALUE_ROOM)
    return left >= 0
  })
  const names = kept.reduce((sum, { name }) => sum + measure(name), 0)
  const share = fairShare(
    kept.map(({ value }) => measure(value)),
    room.total - names,
  )
  return {
    fields: kept.map(({ name }, index) => ({
      name,
      value: cut(fields[index]?.value ?? '', Math.min(share, room.value), room),
    })),
    left: fields.length - kept.length,
  }
}

/** Writes a text up to a size, with an ellipsis where it was cut, and no character cut in half. */
export function cut(
  text: string,
  size: number,
  { write = keep, measure = countUnits }: Pick<Room, 'write' | 'measure'> = {},
): string {
  const room = size - measure('…')
  let written = ''
  let beforeEllipsis = ''
  let used = 0
  for (const character of text) {
    const next = write(character)
    used += measure(next)
    if (used > size) return `${beforeEllipsis.trimEnd()}…`
    written += next
    if (used <= room) beforeEllipsis = written
  }
  return written
}

function keep(character: string): string {
  return character
}

function countUnits(text: string): number {
  return text.length
}
