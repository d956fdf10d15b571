import { createHash, createHmac } from 'node:crypto'

/** Login of the operator at an S3 server. */
export type S3Login = { region: string; key: string; secret: string }

type UnsignedRequest = {
  method: string
  /** Path as characters: it is encoded here. */
  path: string
  query: Readonly<Record<string, string>>
  /** Names in lower case, `host` among them. All of them are signed. */
  headers: Readonly<Record<string, string>>
  /** SHA-256 of the body in hexadecimal, or `UNSIGNED-PAYLOAD`. */
  payload: string
}

const ALGORITHM = 'AWS4-HMAC-SHA256'
const SERVICE = 's3'

/**
 * Signs a request to S3 with AWS Signature Version 4, and returns its headers. `aws4fetch` would sign `Request` objects of
 * `fetch`, and asynchronously; requests here are those of `node:http`, which say how long a streamed body is.
 */
export function signRequest(request: UnsignedRequest, login: S3Login, now: Date): Record<string, string> {
  const time = now.toISOString().replace(/[-:]|\.\d{3}/g, '')
  const date = time.slice(0, 8)
  const headers = { ...request.headers, 'x-amz-content-sha256': request.payload, 'x-amz-date': time }
  const names = Object.keys(headers).sort().join(';')
  const scope = `${date}/${login.region}/${SERVICE}/aws4_request`
  const text = [ALGORITHM, time, scope, sha256(canonicalize(request, headers, names))].join('\n')
  const signature = hmac(deriveKey(login, date), text).toString('hex')
  return {
    ...headers,
    authorization: `${ALGORITHM} Credential=${login.key}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
  }
}

function canonicalize(request: UnsignedRequest, headers: Record<string, string>, names: string): string {
  const lines = Object.entries(headers)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}:${value.trim().replace(/\s+/g, ' ')}`)
  return [
    request.method,
    encodePath(request.path),
    encodeQuery(request.query),
    ...lines,
    '',
    names,
    request.payload,
  ].join('\n')
}

/** Encodes a path as it is sent and signed; slashes stay. */
export function encodePath(path: string): string {
  return path.split('/').map(encodePart).join('/')
}

/** Encodes a query as it is sent and signed: sorted by the encoded names. */
export function encodeQuery(query: Readonly<Record<string, string>>): string {
  return Object.entries(query)
    .map(([name, value]) => ({ name: encodePart(name), value: encodePart(value) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, value }) => `${name}=${value}`)
    .join('&')
}

/** Encodes all but the unreserved characters of RFC 3986, of which `encodeURIComponent` leaves five others. */
function encodePart(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

function deriveKey({ region, secret }: S3Login, date: string): Buffer {
  return [date, region, SERVICE, 'aws4_request'].reduce<Buffer>(hmac, Buffer.from(`AWS4${secret}`))
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
