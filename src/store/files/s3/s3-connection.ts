import { createReadStream } from 'node:fs'
import http, { type ClientRequest, type IncomingHttpHeaders, type RequestOptions } from 'node:http'
import https from 'node:https'
import { Readable } from 'node:stream'
import { SECOND } from '../../../domain/time.ts'
import { toDiskFault } from '../disk-faults.ts'
import { S3Fault, toNetworkFault } from './s3-fault.ts'
import { encodePath, encodeQuery, type S3Login, signRequest } from './signature.ts'

/** A bucket and the login for it. */
export type S3Address = S3Login & { endpoint: string; bucket: string; usesPathStyle: boolean }

/** A file on the disk, or a few bytes, that become the body of a request. */
export type S3Upload = { bytes: number; sha256: string } & ({ path: string } | { content: Buffer })

export type S3Request = {
  method: 'GET' | 'PUT' | 'DELETE' | 'HEAD'
  /** Key of an object; empty: the bucket itself. */
  key: string
  query?: Record<string, string>
  /** Names in lower case. */
  headers?: Record<string, string>
  body?: S3Upload
}

/** An answer of any status. The body must be read or destroyed. */
export type S3Answer = { status: number; headers: IncomingHttpHeaders; body: Readable }

export type S3Connection = {
  /**
   * Sends a request once.
   *
   * @throws S3Fault when it is not answered
   */
  send(request: S3Request): Promise<S3Answer>
}

/** Time without a byte in either direction after which a request is given up. */
export const MAX_SILENCE_MS = 20 * SECOND

const UNSIGNED = 'UNSIGNED-PAYLOAD'
const EMPTY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

/**
 * Connects to an S3 server. The operator names it, no owner and no visitor does: it may have an address inside, and is not
 * reached through the door of `src/delivery/egress/`.
 */
export function connectS3(address: S3Address, options: { now(): Date; maxSilenceMs: number }): S3Connection {
  const isEncrypted = address.endpoint.startsWith('https:')
  const agent = isEncrypted ? new https.Agent({ keepAlive: true }) : new http.Agent({ keepAlive: true })
  const open = (request: RequestOptions) =>
    isEncrypted ? https.request({ ...request, agent }) : http.request({ ...request, agent })
  return {
    send(request) {
      const { host, path } = locate(address, request.key)
      const { query = {}, body } = request
      // TLS protects the body on the way; without it the server must be able to compare the hash.
      const payload = body && isEncrypted ? UNSIGNED : (body?.sha256 ?? EMPTY_SHA256)
      const signed = signRequest(
        { ...request, path, query, headers: { ...request.headers, host }, payload },
        address,
        options.now(),
      )
      const { hostname, port } = new URL(`http://${host}`)
      const search = encodeQuery(query)
      const outgoing = open({
        method: request.method,
        hostname: hostname.replace(/^\[|\]$/g, ''),
        port: port || (isEncrypted ? 443 : 80),
        path: encodePath(path) + (search === '' ? '' : `?${search}`),
        headers: { ...signed, ...(request.method === 'PUT' ? { 'content-length': body?.bytes ?? 0 } : {}) },
      })
      return exchange(outgoing, { ...(body ? { body } : {}), maxSilenceMs: options.maxSilenceMs })
    },
  }
}

/** Returns the host and the path of an object, or of the bucket. */
export function locate(
  { endpoint, bucket, usesPathStyle }: S3Address,
  key: string,
): { host: string; path: string } {
  const { host } = new URL(endpoint)
  return usesPathStyle
    ? { host, path: `/${bucket}${key === '' ? '' : `/${key}`}` }
    : { host: `${bucket}.${host}`, path: `/${key}` }
}

function openUpload(upload: S3Upload): Readable {
  if ('content' in upload) return Readable.from([upload.content])
  return createReadStream(upload.path, { highWaterMark: 256 * 1024 })
}

/** Sends the body, and resolves with the head of the answer, which may come before the body was sent. */
function exchange(
  outgoing: ClientRequest,
  { body, maxSilenceMs }: { body?: S3Upload; maxSilenceMs: number },
): Promise<S3Answer> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      outgoing.destroy(new S3Fault(`the S3 server did not answer within ${maxSilenceMs / SECOND} s`))
    }, maxSilenceMs)
    const source = body && openUpload(body)
    outgoing.on('response', (response) => {
      clearTimeout(timer)
      // A refusal may come before all was sent.
      response.on('end', () => outgoing.writableFinished || outgoing.destroy())
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: response })
    })
    outgoing.on('error', (error) => {
      clearTimeout(timer)
      source?.destroy()
      reject(toNetworkFault(error))
    })
    if (!source) {
      outgoing.end()
      return
    }
    source.on('data', () => timer.refresh())
    source.on('error', (error) => outgoing.destroy(toDiskFault(error)))
    outgoing.on('close', () => source.destroy())
    source.pipe(outgoing)
  })
}
