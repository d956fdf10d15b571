import { readPlainAddress } from '../accounts/mailbox.ts'
import { findReplyField } from './field-roles.ts'

export { fieldsToObject } from './field-roles.ts'

/** Value of a form field. Browsers send strings; JSON bodies can send any JSON value. */
export type FieldValue = string | number | boolean | null | FieldValue[] | { [name: string]: FieldValue }

/** One field as it was sent. A submission is a list of fields, in order and with repeated names. */
export type Field = { name: string; value: FieldValue }

/** Names of our own controls, which no honeypot of an owner can have. `control-names.ts` lists those of other vendors. */
export const RESERVED_NAMES: readonly string[] = ['_gotcha', '_next', '_subject', '_replyto']

/** Maximum size of all headers of a request together. */
export const MAX_HEADER_BYTES = 16 * 1024
export const MAX_BODY_BYTES = 256 * 1024
/** A body up to this size is never refused for lack of memory: slow large bodies must not keep out ordinary submissions. */
export const SMALL_BODY_BYTES = 16 * 1024
/** Bodies larger than this are read one at a time. */
export const LARGE_BODY_BYTES = 64 * 1024
/** Maximum size of the body of a request to the owner API. */
export const MAX_API_BODY_BYTES = 64 * 1024
/** Maximum size of one MCP message: more than a tool call with the largest submission or message needs. */
export const MAX_MCP_BODY_BYTES = 1024 * 1024
export const MAX_FIELDS = 200
export const MAX_NAME_BYTES = 128
export const MAX_VALUE_BYTES = 64 * 1024
/** Maximum nesting depth of a JSON body; the top-level object is depth 1. */
export const MAX_JSON_DEPTH = 8

/** Returns the fields that emails contain: names that begin with `_` are stored and shown to the owner, not mailed. */
export function mailedFields(fields: readonly Field[]): Field[] {
  return fields.filter((field) => !field.name.startsWith('_'))
}

/** Serializes fields for storage: a JSON list of [name, value] in the order sent. */
export function stringifyFields(fields: readonly Field[]): string {
  return JSON.stringify(fields.map((field) => [field.name, field.value]))
}

/** Parses what `stringifyFields` wrote. */
export function parseStoredFields(text: string): readonly Field[] {
  const pairs = JSON.parse(text) as [Field['name'], Field['value']][]
  return pairs.map(([name, value]) => ({ name, value }))
}

/** Returns the address that replies go to, as `findReplyField` finds it; null without a single plain address. */
export function findReplyAddress(fields: readonly Field[]): string | null {
  return findReplyField(fields, readPlainAddress)?.address ?? null
}
