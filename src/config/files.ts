import { isIP } from 'node:net'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Parsed, Reading } from './reading.ts'
import type { SettingName } from './settings.ts'

/** Where the bytes of files are kept: what `openFileStore` takes. `spoolFolder` is where they lie while they are received. */
export type FilesConfig = (
  | { kind: 'folder'; folder: string }
  | ({ kind: 's3'; bucket: string; prefix: string } & S3Access)
) & { spoolFolder: string }

type S3Access = {
  /** An origin. */
  endpoint: string
  region: string
  key: string
  secret: string
  /** true: `{endpoint}/{bucket}/…`; false: `{bucket}.{endpoint}/…`. */
  usesPathStyle: boolean
}

type FilesPlace = { kind: 'folder'; folder: string } | { kind: 's3'; bucket: string; prefix: string }

/** Names of the two folders, below the data directory and below the folder of files. */
export const FILES_NAME = 'files'
export const SPOOL_NAME = 'in'

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
/** Names that no client or proxy changes on the way, without empty ones, `.` and `..`. */
const PREFIX = /^(?:(?!\.{1,2}(?:\/|$))[A-Za-z0-9._-]+\/)*$/
const MAX_PREFIX_LENGTH = 200
/** The region that most servers without regions accept, too. */
const DEFAULT_REGION = 'us-east-1'
const STYLES: Readonly<Record<string, boolean>> = { on: true, off: false }
const S3_SETTINGS: readonly SettingName[] = [
  'FORMSLOT_S3_ENDPOINT',
  'FORMSLOT_S3_REGION',
  'FORMSLOT_S3_KEY',
  'FORMSLOT_S3_SECRET',
  'FORMSLOT_S3_PATH_STYLE',
]

/** Reads where files are kept, and adds a fault for half a configuration of S3. */
export function readFiles(reading: Reading, dataDir: string): FilesConfig {
  const ownFolder = path.join(dataDir, FILES_NAME)
  const place = reading.optional('FORMSLOT_FILES', parseFilesPlace) ?? { kind: 'folder', folder: ownFolder }
  const access = readS3Access(reading)
  const isRead = !reading.faults.some(({ variable }) => variable === 'FORMSLOT_FILES')
  if (place.kind === 'folder') {
    if (isRead) refuseS3Settings(reading)
    return { ...place, spoolFolder: path.join(place.folder, SPOOL_NAME) }
  }
  for (const name of ['FORMSLOT_S3_KEY', 'FORMSLOT_S3_SECRET'] as const) {
    if (!reading.given(name)) reading.addFault(name, 'is missing; FORMSLOT_FILES=s3://… needs it')
  }
  if (access.usesPathStyle === false) checkHostStyle(reading, place.bucket, access.endpoint)
  return {
    ...place,
    ...access,
    usesPathStyle:
      access.usesPathStyle ?? (reading.given('FORMSLOT_S3_ENDPOINT') || place.bucket.includes('.')),
    spoolFolder: path.join(ownFolder, SPOOL_NAME),
  }
}

function readS3Access(reading: Reading): Omit<S3Access, 'usesPathStyle'> & { usesPathStyle: boolean | null } {
  const region = reading.optional('FORMSLOT_S3_REGION', parseRegion) ?? DEFAULT_REGION
  return {
    endpoint:
      reading.optional('FORMSLOT_S3_ENDPOINT', parseS3Endpoint) ?? `https://s3.${region}.amazonaws.com`,
    region,
    key: reading.optional('FORMSLOT_S3_KEY', parseS3Key) ?? '',
    secret: reading.optional('FORMSLOT_S3_SECRET', parseS3Key) ?? '',
    usesPathStyle: reading.optional('FORMSLOT_S3_PATH_STYLE', parseStyle),
  }
}

/** Adds a fault where the name of the bucket cannot be part of the host. */
function checkHostStyle(reading: Reading, bucket: string, endpoint: string): void {
  const { protocol, hostname } = new URL(endpoint)
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) {
    reading.addFault(
      'FORMSLOT_S3_PATH_STYLE',
      `is off, but ${hostname} is an address, which has no subdomains`,
    )
  } else if (bucket.includes('.') && protocol === 'https:') {
    reading.addFault('FORMSLOT_S3_PATH_STYLE', `is off, but no certificate is for ${bucket}.${hostname}`)
  }
}

function refuseS3Settings(reading: Reading): void {
  for (const name of S3_SETTINGS) {
    if (!reading.given(name)) continue
    reading.addFault(name, 'is set, but files are kept in a folder; set FORMSLOT_FILES=s3://…, or remove it')
  }
}

/** Parses `file:` with an absolute or relative path of a folder, or `s3://` with a bucket and perhaps a prefix. */
export function parseFilesPlace(text: string): Parsed<FilesPlace> {
  if (/^s3:/i.test(text)) return parseS3Place(text)
  const url = text.startsWith('file://') ? URL.parse(text) : null
  if (url && url.host === '' && url.search === '' && url.hash === '' && !/%2f/i.test(url.pathname)) {
    return toFolder(fileURLToPath(url))
  }
  const [, folder] = /^file:(?!\/\/)([^:?#]+)$/.exec(text) ?? []
  if (folder) return toFolder(folder)
  return { kind: 'fault', problem: `is ${JSON.stringify(text)}` }
}

function toFolder(text: string): Parsed<FilesPlace> {
  const folder = path.resolve(text)
  if (folder === path.parse(folder).root) {
    return { kind: 'fault', problem: 'is the root of the file system; name a folder' }
  }
  return { kind: 'ok', value: { kind: 'folder', folder } }
}

function parseS3Place(text: string): Parsed<FilesPlace> {
  const [, bucket = '', rest = ''] = /^s3:\/\/([^/]*)(?:\/(.*))?$/is.exec(text) ?? []
  if (!BUCKET.test(bucket) || bucket.includes('..')) {
    const problem = `is ${JSON.stringify(text)}; a bucket has 3 to 63 lower-case letters, digits, hyphens and dots`
    return { kind: 'fault', problem }
  }
  const prefix = rest === '' || rest.endsWith('/') ? rest : `${rest}/`
  if (!PREFIX.test(prefix) || prefix.length > MAX_PREFIX_LENGTH) {
    const problem = `has the prefix ${JSON.stringify(rest)}; use letters, digits, ".", "_" and "-" between slashes, at most ${MAX_PREFIX_LENGTH} characters`
    return { kind: 'fault', problem }
  }
  return { kind: 'ok', value: { kind: 's3', bucket, prefix } }
}

/** Parses an origin. No problem repeats any of the text, which may contain a password. */
export function parseS3Endpoint(text: string): Parsed<string> {
  const url = /^https?:\/\//i.test(text) ? URL.parse(text) : null
  if (!url) return { kind: 'fault', problem: 'is not an http or https address' }
  if (url.username !== '' || url.password !== '') {
    const problem = 'has a user or a password; the login is FORMSLOT_S3_KEY and FORMSLOT_S3_SECRET'
    return { kind: 'fault', problem }
  }
  if (url.pathname !== '/' || /[?#]/.test(text)) {
    return { kind: 'fault', problem: 'has text after the port; the bucket is named by FORMSLOT_FILES' }
  }
  return { kind: 'ok', value: url.origin }
}

function parseRegion(text: string): Parsed<string> {
  if (/^[A-Za-z0-9-]{1,64}$/.test(text)) return { kind: 'ok', value: text }
  return { kind: 'fault', problem: `is ${JSON.stringify(text)}` }
}

/** Parses an access key or its secret, both of which are part of signed headers. No problem repeats any of the text. */
function parseS3Key(text: string): Parsed<string> {
  if (/^[\x21-\x7e]{1,256}$/.test(text)) return { kind: 'ok', value: text }
  const problem = 'has spaces or characters other than printable ASCII, or more than 256'
  return { kind: 'fault', problem }
}

function parseStyle(text: string): Parsed<boolean> {
  const style = Object.hasOwn(STYLES, text) ? STYLES[text] : undefined
  return style === undefined
    ? { kind: 'fault', problem: `is ${JSON.stringify(text)}` }
    : { kind: 'ok', value: style }
}
