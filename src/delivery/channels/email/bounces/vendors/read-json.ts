import { TOKEN_METADATA } from '../../../../../domain/outbox/bounce-vendors.ts'

/** An object in a body from a provider. Check every type in it, whatever the documentation says. */
export type JsonObject = Readonly<Record<string, unknown>>

/** Maximum number of list elements, and of object keys, that are read. */
const MAX_MEMBERS = 50
/**
 * Maximum number of lists and objects in a body, counting brackets in strings; an ordinary one has some hundreds. NOTE: a
 * megabyte of nested lists takes 0.3 seconds to parse, and strangers can send it: two providers put the signature in the body.
 */
const MAX_BRACKETS = 10_000
/** Maximum number of characters of a string that are read; headers and answers are shorter. */
const MAX_CHARACTERS = 10_000

/** Parses a JSON object; null for anything else, and for one with more than `MAX_BRACKETS`. */
export function parseObject(body: Buffer | string): JsonObject | null {
  const text = body.toString()
  if (hasTooManyParts(text)) return null
  try {
    return toObject(JSON.parse(text))
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** Returns the object with this name; an empty one if there is none. */
export function getObject(object: JsonObject, name: string): JsonObject {
  return toObject(object[name]) ?? {}
}

/** Returns the string with this name, cut off at `MAX_CHARACTERS`; an empty one if there is none. */
export function getText(object: JsonObject, name: string): string {
  const value = object[name]
  return typeof value === 'string' ? value.slice(0, MAX_CHARACTERS) : ''
}

/** Returns the string with this name, however long; null if there is none. */
export function getWholeText(object: JsonObject, name: string): string | null {
  const value = object[name]
  return typeof value === 'string' ? value : null
}

/** Lists the objects of the list with this name. */
export function listObjects(object: JsonObject, name: string): JsonObject[] {
  return listMembers(object, name)
    .map(toObject)
    .filter((member) => member !== null)
}

/** Lists the strings in the list with this name; a single string counts as a list of one. */
export function listTexts(object: JsonObject, name: string): string[] {
  return listMembers(object, name)
    .filter((member) => typeof member === 'string')
    .map((text) => text.slice(0, MAX_CHARACTERS))
}

/** Lists the tokens in metadata: an object of names and values, or a list of objects with `name` and `value`. */
export function listTokens(object: JsonObject, name: string): string[] {
  const named = getObject(object, name)
  const keys = Object.keys(named).slice(0, MAX_MEMBERS)
  return [
    ...keys.filter(isToken).map((key) => getText(named, key)),
    ...listObjects(object, name)
      .filter((member) => isToken(getText(member, 'name')))
      .map((member) => getText(member, 'value')),
  ]
}

function hasTooManyParts(text: string): boolean {
  const bracket = /[[{]/g
  for (let count = 0; count <= MAX_BRACKETS; count += 1) if (!bracket.test(text)) return false
  return true
}

function isToken(name: string): boolean {
  return name.toLowerCase() === TOKEN_METADATA
}

function listMembers(object: JsonObject, name: string): unknown[] {
  const value = object[name]
  if (typeof value === 'string') return [value]
  return Array.isArray(value) ? value.slice(0, MAX_MEMBERS) : []
}

function toObject(value: unknown): JsonObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null
}
