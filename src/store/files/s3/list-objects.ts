import { S3Fault } from './s3-fault.ts'

export type ListedObject = { key: string; bytes: number; modifiedAt: Date }

/** One page of a list; `next` is the token of the page after it. */
export type ObjectPage = { objects: ListedObject[]; next: string | null }

/**
 * Parses an answer to ListObjectsV2. Keys are as in the XML: one that contains escaped characters is none of ours.
 *
 * @throws S3Fault for anything else than such an answer
 */
export function parseObjectPage(xml: string): ObjectPage {
  if (!xml.includes('</ListBucketResult>')) {
    throw new S3Fault('the S3 server answered 200 without a list; another program may answer there')
  }
  const objects = [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, text = '']) => ({
    key: readTag(text, 'Key'),
    bytes: Number(readTag(text, 'Size')),
    modifiedAt: new Date(readTag(text, 'LastModified')),
  }))
  if (readTag(xml, 'IsTruncated') !== 'true') return { objects, next: null }
  const next = unescapeXml(readTag(xml, 'NextContinuationToken'))
  if (next === '')
    throw new S3Fault('the S3 server does not know ListObjectsV2: its list goes on without a token')
  return { objects, next }
}

function readTag(xml: string, name: string): string {
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? ''
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function unescapeXml(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (all, decimal, hex, name) => {
    if (name) return ENTITIES[name] ?? all
    return String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hex, 16))
  })
}
