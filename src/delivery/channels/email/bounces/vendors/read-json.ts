import { TOKEN_METADATA } from '../../../../../domain/outbox/bounce-vendors.ts'

/** An object of a body that a provider sent. Nothing in it has the type that its documentation says, until it is checked. */
export type JsonObject = Readonly<Record<string, unknown>>

/** Members of a list, and names of an object, that are looked at. */
const MAX_MEMBERS = 50
/**
 * Lists and objects of a body, brackets in texts included; one of a provider has some hundreds. NOTE: a megabyte of lists in
 * lists takes 0.3 seconds to parse, and strangers can send it: two providers sign within the body.
 */
const MAX_BRACKETS = 10_000
/** Characters of a text that are looked at; headers and answers are shorter. */
const MAX_CHARACTERS = 10_000

/** Parses an object; null for anything else, also for one of very many parts. */
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

/** Returns the object with this name; an empty one when there is none. */
export function getObject(object: JsonObject, name: string): JsonObject {
  return toObject(object[name]) ?? {}
}

/** Returns the text with this name; an empty one when there is none. */
export function getText(object: JsonObject, name: string): string {
  const value = object[name]
  return typeof value === 'string' ? value.slice(0, MAX_CHARACTERS) : ''
}

/** Returns the text with this name, however long. */
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

/** Lists the texts of the list with this name; a single text is a list of one. */
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
