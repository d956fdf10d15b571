import { createHash } from 'node:crypto'
import { once } from 'node:events'
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import https from 'node:https'
import { buffer } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { signAsAws } from './aws-signer.ts'

/** Answers one request. `answer` is the server without a fault, which reads the body first. */
export type FakeAnswer = (
  request: IncomingMessage,
  response: ServerResponse,
  answer: () => Promise<void>,
) => unknown

export type FakeS3 = AsyncDisposable & {
  /** For `openS3Files`. */
  address: {
    endpoint: string
    bucket: string
    prefix: string
    region: string
    key: string
    secret: string
    usesPathStyle: boolean
  }
  objects: Map<string, { bytes: Buffer; modifiedAt: Date }>
  /** `METHOD key` and headers of each request, in order. */
  requests: { line: string; headers: IncomingMessage['headers'] }[]
  /** Answers the next requests in this way, one each. */
  answerNext(...answers: FakeAnswer[]): void
  /** Resolves once the clients have closed all their connections. */
  connectionsClosed(): Promise<void>
}

const LOGIN = { region: 'eu-central-1', key: 'AKID', secret: 'geheim' }
const BUCKET = 'acme'
/** Keys of a page at most, so that a list has pages. */
const PAGE = 3

/**
 * Starts an S3 server that keeps objects in memory, checks signatures with AWS's own signer and hashes of bodies, and can be
 * told to fail.
 */
export async function startFakeS3(tls?: { key: string; cert: string }): Promise<FakeS3> {
  const objects: FakeS3['objects'] = new Map()
  const requests: FakeS3['requests'] = []
  const answers: FakeAnswer[] = []
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '', 'http://s3')
    const key = decodeURIComponent(url.pathname.slice(1 + BUCKET.length + 1))
    requests.push({ line: `${request.method} ${key}`, headers: request.headers })
    const answer = async () => {
      const body = await buffer(request)
      const fault = await findFault(request, url, body)
      if (fault) return refuse(response, 403, fault)
      answerFromMemory({ request, response, url, key, body, objects })
    }
    await (answers.shift() ?? ((_request, _response, go) => go()))(request, response, answer)
  }
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    serve(request, response).catch(() => response.destroy())
  }
  const server = tls ? https.createServer(tls, listener) : http.createServer(listener)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = Object(server.address())
  return {
    address: {
      ...LOGIN,
      endpoint: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
      bucket: BUCKET,
      prefix: 'forms/',
      usesPathStyle: true,
    },
    objects,
    requests,
    answerNext: (...more) => answers.push(...more),
    async connectionsClosed() {
      while ((await countConnections(server)) > 0) await setImmediate()
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function countConnections(server: http.Server | https.Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)))
  })
}

/** Answers with an error of S3. */
export function refuse(response: ServerResponse, status: number, code: string): void {
  const body =
    response.req.method === 'HEAD' ? '' : `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`
  response.writeHead(status, { 'content-type': 'application/xml' }).end(body)
}

async function findFault(request: IncomingMessage, url: URL, body: Buffer): Promise<string | null> {
  const { headers } = request
  const [, names = ''] = /SignedHeaders=([^,]*)/.exec(headers.authorization ?? '') ?? []
  const signed = Object.fromEntries(names.split(';').map((name) => [name, String(headers[name])]))
  const [, y, mo, d, h, mi, s] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(String(headers['x-amz-date'])) ?? []
  const expected = await signAsAws(
    {
      method: request.method ?? '',
      path: decodeURIComponent(url.pathname),
      query: Object.fromEntries(url.searchParams),
      headers: signed,
    },
    { ...LOGIN, now: new Date(`${y}-${mo}-${d}T${h}:${mi}:${s}Z`) },
  )
  if (!names.split(';').includes('host') || headers.authorization !== expected) return 'SignatureDoesNotMatch'
  const payload = headers['x-amz-content-sha256']
  const isRight = payload === createHash('sha256').update(body).digest('hex')
  return payload === 'UNSIGNED-PAYLOAD' || isRight ? null : 'XAmzContentSHA256Mismatch'
}

function answerFromMemory(call: {
  request: IncomingMessage
  response: ServerResponse
  url: URL
  key: string
  body: Buffer
  objects: FakeS3['objects']
}): void {
  const { request, response, url, key, body, objects } = call
  const found = objects.get(key)
  if (!url.pathname.startsWith(`/${BUCKET}`)) {
    refuse(response, 404, 'NoSuchBucket')
  } else if (key === '') {
    response.writeHead(200).end(request.method === 'HEAD' ? '' : list(url.searchParams, objects))
  } else if (request.method === 'DELETE') {
    objects.delete(key)
    response.writeHead(204).end()
  } else if (request.method === 'PUT') {
    if (found && request.headers['if-none-match'] === '*') {
      refuse(response, 412, 'PreconditionFailed')
      return
    }
    objects.set(key, { bytes: body, modifiedAt: new Date() })
    response.writeHead(200, { etag: '"x"' }).end()
  } else if (found) {
    answerBytes(request, response, found.bytes)
  } else {
    refuse(response, 404, 'NoSuchKey')
  }
}

function answerBytes(request: IncomingMessage, response: ServerResponse, bytes: Buffer): void {
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
  if (from === undefined) {
    response.writeHead(200, { 'content-length': bytes.length })
    response.end(request.method === 'HEAD' ? '' : bytes)
    return
  }
  if (Number(from) >= bytes.length) {
    refuse(response, 416, 'InvalidRange')
    return
  }
  const last = Math.min(Number(to), bytes.length - 1)
  response.writeHead(206, {
    'content-length': last - Number(from) + 1,
    'content-range': `bytes ${from}-${last}/${bytes.length}`,
  })
  response.end(bytes.subarray(Number(from), last + 1))
}

function list(query: URLSearchParams, objects: FakeS3['objects']): string {
  const prefix = query.get('prefix') ?? ''
  const after = query.get('continuation-token')?.slice(1) ?? query.get('start-after') ?? ''
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort()
  const page = keys.slice(0, Math.min(PAGE, Number(query.get('max-keys'))))
  const contents = page.map((key) => {
    const { bytes, modifiedAt } = objects.get(key) ?? { bytes: Buffer.alloc(0), modifiedAt: new Date(0) }
    const escaped = key.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
    return `<Contents><Key>${escaped}</Key><LastModified>${modifiedAt.toISOString()}</LastModified><Size>${bytes.length}</Size></Contents>`
  })
  const more =
    page.length < keys.length
      ? `<IsTruncated>true</IsTruncated><NextContinuationToken>&amp;${page.at(-1)}</NextContinuationToken>`
      : '<IsTruncated>false</IsTruncated>'
  return `<?xml version="1.0"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${more}${contents.join('')}</ListBucketResult>`
}
