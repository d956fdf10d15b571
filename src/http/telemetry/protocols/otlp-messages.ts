import { encodeBytesField, encodeIntegerField, type MessageSchema } from './protobuf.ts'

/** Messages of a logs export request, as far as they are used (opentelemetry-proto 1.x: logs.proto, common.proto, resource.proto). */

const ANY_VALUE: MessageSchema = {
  oneof: true,
  fields: {
    1: { name: 'stringValue', kind: 'string' },
    2: { name: 'boolValue', kind: 'bool' },
    3: { name: 'intValue', kind: 'int64' },
    4: { name: 'doubleValue', kind: 'double' },
    5: { name: 'arrayValue', kind: 'message', message: () => ARRAY_VALUE },
    6: { name: 'kvlistValue', kind: 'message', message: () => KEY_VALUE_LIST },
    7: { name: 'bytesValue', kind: 'base64' },
  },
}
const ARRAY_VALUE: MessageSchema = {
  fields: { 1: { name: 'values', kind: 'messages', message: () => ANY_VALUE } },
}
const KEY_VALUE: MessageSchema = {
  fields: {
    1: { name: 'key', kind: 'string' },
    2: { name: 'value', kind: 'message', message: () => ANY_VALUE },
  },
}
const KEY_VALUE_LIST: MessageSchema = {
  fields: { 1: { name: 'values', kind: 'messages', message: () => KEY_VALUE } },
}
const RESOURCE: MessageSchema = {
  fields: { 1: { name: 'attributes', kind: 'messages', message: () => KEY_VALUE } },
}
const SCOPE: MessageSchema = {
  fields: { 1: { name: 'name', kind: 'string' }, 2: { name: 'version', kind: 'string' } },
}
const LOG_RECORD: MessageSchema = {
  fields: {
    1: { name: 'timeUnixNano', kind: 'fixed64' },
    2: { name: 'severityNumber', kind: 'uint32' },
    3: { name: 'severityText', kind: 'string' },
    5: { name: 'body', kind: 'message', message: () => ANY_VALUE },
    6: { name: 'attributes', kind: 'messages', message: () => KEY_VALUE },
    9: { name: 'traceId', kind: 'hex' },
    10: { name: 'spanId', kind: 'hex' },
    11: { name: 'observedTimeUnixNano', kind: 'fixed64' },
    12: { name: 'eventName', kind: 'string' },
  },
}
const SCOPE_LOGS: MessageSchema = {
  fields: {
    1: { name: 'scope', kind: 'message', message: () => SCOPE },
    2: { name: 'logRecords', kind: 'messages', message: () => LOG_RECORD },
  },
}
const RESOURCE_LOGS: MessageSchema = {
  fields: {
    1: { name: 'resource', kind: 'message', message: () => RESOURCE },
    2: { name: 'scopeLogs', kind: 'messages', message: () => SCOPE_LOGS },
  },
}
export const LOGS_REQUEST: MessageSchema = {
  fields: { 1: { name: 'resourceLogs', kind: 'messages', message: () => RESOURCE_LOGS } },
}

/** Records of a request that were dropped, so that the exporter does not send them again. */
export type PartialSuccess = { rejectedLogRecords: number; errorMessage: string }

/** Encodes an ExportLogsServiceResponse; `partial` is null when all records were accepted. */
export function encodeLogsResponse(partial: PartialSuccess | null): Buffer {
  if (!partial) return Buffer.alloc(0)
  const { rejectedLogRecords, errorMessage } = partial
  return encodeBytesField(
    1,
    Buffer.concat([encodeIntegerField(1, rejectedLogRecords), encodeBytesField(2, errorMessage)]),
  )
}

/** Encodes a google.rpc.Status. Exporters go by the HTTP status, so its code is left out. */
export function encodeStatus(message: string): Buffer {
  return encodeBytesField(2, message)
}
