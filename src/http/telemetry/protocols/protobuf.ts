/**
 * Messages in the wire format of Protocol Buffers (protobuf.dev/programming-guides/encoding): a decoder for the messages that
 * a schema describes, and an encoder for short answers.
 */

/** Maximum number of fields in a body, which bounds the objects that a few bytes can ask for. */
const MAX_FIELDS = 100_000
/** Maximum depth of messages; deeper ones are skipped. */
const MAX_DEPTH = 32
const MAX_VARINT_BYTES = 10
const MAX_TAG = 2 ** 32

type WireType = 'varint' | 'fixed64' | 'bytes' | 'fixed32'
/** Wire types by their number; 3 and 4 are groups, which no version of these messages has. */
const WIRE_TYPES: readonly (WireType | null)[] = ['varint', 'fixed64', 'bytes', null, null, 'fixed32']

/** Kinds of fields that are not messages, with the JSON that they become (protobuf.dev, "ProtoJSON Format"). */
const SCALARS = {
  string: { wire: 'bytes', read: (reader: Reader) => readBytes(reader).toString('utf8') },
  base64: { wire: 'bytes', read: (reader: Reader) => readBytes(reader).toString('base64') },
  /** Trace ids, which OpenTelemetry writes in hexadecimal. */
  hex: { wire: 'bytes', read: (reader: Reader) => readBytes(reader).toString('hex') },
  bool: { wire: 'varint', read: (reader: Reader) => readVarint(reader) !== 0 },
  uint32: { wire: 'varint', read: (reader: Reader) => readVarint(reader) },
  int64: { wire: 'varint', read: (reader: Reader) => String(BigInt.asIntN(64, readExactVarint(reader))) },
  fixed64: { wire: 'fixed64', read: (reader: Reader) => String(skip(reader, 8).readBigUInt64LE()) },
  double: { wire: 'fixed64', read: (reader: Reader) => toJsonNumber(skip(reader, 8).readDoubleLE()) },
} as const satisfies Record<string, { wire: WireType; read(reader: Reader): unknown }>

type FieldSchema = { name: string } & (
  | { kind: keyof typeof SCALARS }
  /** `message` is a function, because messages can contain each other. */
  | { kind: 'message' | 'messages'; message: () => MessageSchema }
)
/** Fields by their number. `oneof`: only the last one that was sent counts. */
export type MessageSchema = { fields: Readonly<Record<number, FieldSchema>>; oneof?: true }

/** A message as the object that its JSON form is parsed to. */
type Message = { [field: string]: unknown }
type Reader = { bytes: Buffer; at: number; end: number; fieldsLeft: number }

/** Thrown for bytes that are no message, and caught in `decodeMessage`. */
class MalformedMessage extends Error {}

/** Decodes a message into the object that its JSON form is parsed to; null when the bytes are no message or have too many fields. */
export function decodeMessage(bytes: Buffer, schema: MessageSchema): Message | null {
  const message: Message = {}
  try {
    readFields({ bytes, at: 0, end: bytes.length, fieldsLeft: MAX_FIELDS }, { schema, message, depth: 1 })
  } catch (error) {
    if (error instanceof MalformedMessage) return null
    throw error
  }
  return message
}

/** Reads fields up to the end of the reader into a message: one that is sent in parts is merged. */
function readFields(
  reader: Reader,
  target: { schema: MessageSchema; message: Message; depth: number },
): void {
  while (reader.at < reader.end) {
    reader.fieldsLeft -= 1
    if (reader.fieldsLeft < 0) throw new MalformedMessage('too many fields')
    const tag = readVarint(reader)
    const wire = WIRE_TYPES[tag % 8]
    if (!wire || tag < 8 || tag >= MAX_TAG) throw new MalformedMessage('no valid field')
    const field = target.schema.fields[Math.floor(tag / 8)]
    // A parser skips fields that it does not know, also those with another type than expected.
    if (field && wire === getWireType(field)) readField(reader, field, target)
    else skipValue(reader, wire)
  }
}

function getWireType(field: FieldSchema): WireType {
  return field.kind === 'message' || field.kind === 'messages' ? 'bytes' : SCALARS[field.kind].wire
}

function readField(
  reader: Reader,
  field: FieldSchema,
  { schema, message, depth }: { schema: MessageSchema; message: Message; depth: number },
): void {
  if (schema.oneof) for (const name of Object.keys(message)) if (name !== field.name) delete message[name]
  if (field.kind !== 'message' && field.kind !== 'messages') {
    message[field.name] = SCALARS[field.kind].read(reader)
    return
  }
  const known = message[field.name]
  const inner = (field.kind === 'message' && (known as Message | undefined)) || {}
  const length = readLength(reader)
  const { end } = reader
  reader.end = reader.at + length
  if (depth < MAX_DEPTH) readFields(reader, { schema: field.message(), message: inner, depth: depth + 1 })
  reader.at = reader.end
  reader.end = end
  if (field.kind === 'message') message[field.name] = inner
  else if (Array.isArray(known)) known.push(inner)
  else message[field.name] = [inner]
}

function skipValue(reader: Reader, wire: WireType): void {
  switch (wire) {
    case 'varint':
      readVarint(reader)
      return
    case 'fixed64':
      skip(reader, 8)
      return
    case 'fixed32':
      skip(reader, 4)
      return
    case 'bytes':
      readBytes(reader)
  }
}

function readBytes(reader: Reader): Buffer {
  return skip(reader, readLength(reader))
}

function readLength(reader: Reader): number {
  const length = readVarint(reader)
  if (length > reader.end - reader.at) throw new MalformedMessage('a length beyond the end')
  return length
}

function skip(reader: Reader, length: number): Buffer {
  const { bytes, at } = reader
  if (length > reader.end - at) throw new MalformedMessage('a value beyond the end')
  reader.at += length
  return bytes.subarray(at, reader.at)
}

/** Reads an unsigned integer, exact up to 2^53: a larger one is neither a tag nor a length. */
function readVarint(reader: Reader): number {
  let value = 0
  for (let place = 0, factor = 1; place < MAX_VARINT_BYTES; place += 1, factor *= 0x80) {
    const byte = readByte(reader)
    value += (byte & 0x7f) * factor
    if (byte < 0x80) return value
  }
  throw new MalformedMessage('a number of more than 64 bits')
}

/** Reads an integer of up to 64 bits. */
function readExactVarint(reader: Reader): bigint {
  let value = 0n
  for (let place = 0; place < MAX_VARINT_BYTES; place += 1) {
    const byte = readByte(reader)
    value |= BigInt(byte & 0x7f) << BigInt(7 * place)
    if (byte < 0x80) return value
  }
  throw new MalformedMessage('a number of more than 64 bits')
}

function readByte(reader: Reader): number {
  const byte = reader.at < reader.end ? reader.bytes[reader.at] : undefined
  if (byte === undefined) throw new MalformedMessage('a number beyond the end')
  reader.at += 1
  return byte
}

/** Returns a number, or the name that JSON gives to one that it cannot write: NaN, Infinity, -Infinity. */
function toJsonNumber(value: number): number | string {
  return Number.isFinite(value) ? value : String(value)
}

/** Encodes a field with text or an encoded message as its value. */
export function encodeBytesField(number: number, value: string | Buffer): Buffer {
  const bytes = Buffer.from(value)
  return Buffer.concat([encodeVarint(number * 8 + 2), encodeVarint(bytes.length), bytes])
}

/** Encodes a field with a whole number as its value. */
export function encodeIntegerField(number: number, value: number): Buffer {
  return Buffer.concat([encodeVarint(number * 8), encodeVarint(value)])
}

function encodeVarint(value: number): Buffer {
  const bytes: number[] = []
  let rest = value
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) + 0x80)
  bytes.push(rest)
  return Buffer.from(bytes)
}
