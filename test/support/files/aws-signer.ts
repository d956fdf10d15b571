import { createHash, createHmac } from 'node:crypto'
import { SignatureV4 } from '@smithy/signature-v4'

export type SignedParts = {
  method: string
  /** Path and query as characters, not encoded. */
  path: string
  query: Record<string, string>
  /** Names in lower case, with `x-amz-content-sha256`. */
  headers: Record<string, string>
}

/** Signs a request to S3 with the signer of AWS's own SDK, and returns the authorization header. */
export async function signAsAws(
  request: SignedParts,
  login: { region: string; key: string; secret: string; now: Date },
): Promise<string> {
  const signer = new SignatureV4({
    credentials: { accessKeyId: login.key, secretAccessKey: login.secret },
    region: login.region,
    service: 's3',
    sha256: Sha256,
    // The path is not encoded yet. It also drops dots and empty parts, which keys of ours never have.
    uriEscapePath: true,
  })
  const { headers } = await signer.sign(
    { protocol: 'http:', hostname: 'not.signed', ...request },
    { signingDate: login.now },
  )
  return headers.authorization ?? ''
}

/** The hash that AWS's signer asks for. */
class Sha256 {
  #hash
  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash = secret === undefined ? createHash('sha256') : createHmac('sha256', toBytes(secret))
  }
  update(data: string | ArrayBuffer | ArrayBufferView) {
    this.#hash.update(toBytes(data))
  }
  async digest() {
    return new Uint8Array(this.#hash.digest())
  }
  reset() {}
}

function toBytes(data: string | ArrayBuffer | ArrayBufferView): Uint8Array {
  if (typeof data === 'string') return Buffer.from(data)
  return ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data)
}
