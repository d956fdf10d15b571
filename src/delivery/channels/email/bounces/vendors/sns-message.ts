import { verify, X509Certificate } from 'node:crypto'
import type { SnsTopic } from '../../../../../domain/outbox/bounce-vendors.ts'
import { getText, getWholeText, type JsonObject, parseObject } from './read-json.ts'
import {
  type FetchCertificate,
  findTimeFault,
  MAX_MESSAGE_AGE_MS,
  refused,
  toOnce,
  type Verification,
  verified,
} from './vendor.ts'

/** Members that the signature covers, in this order, by message type. */
const NOTIFICATION = ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type']
const CONFIRMATION = ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type']
const SIGNED: ReadonlyMap<string, readonly string[]> = new Map([
  ['Notification', NOTIFICATION],
  ['SubscriptionConfirmation', CONFIRMATION],
  ['UnsubscribeConfirmation', CONFIRMATION],
])
/** Hashes of the SNS signature versions; version 1 is the default of a topic. */
const HASHES: ReadonlyMap<string, string> = new Map([
  ['1', 'RSA-SHA1'],
  ['2', 'RSA-SHA256'],
])
const CERTIFICATE_PATH = /^\/[\w-]{1,200}\.pem$/
const TOKEN = /^\w{1,1000}$/

/** Verifies that an Amazon SNS message comes from this topic. Anybody can create topics, so no other one counts. */
export async function verifySnsMessage(
  body: Buffer,
  topic: SnsTopic,
  { now, fetchCertificate }: { now: Date; fetchCertificate: FetchCertificate },
): Promise<Verification> {
  const message = parseObject(body)
  if (!message) return refused('The body is not a JSON object.')
  const members = SIGNED.get(getText(message, 'Type'))
  const hash = HASHES.get(getText(message, 'SignatureVersion'))
  if (!members || !hash)
    return refused('The message is not signed by SNS. Turn off raw message delivery in the subscription.')
  if (getText(message, 'TopicArn') !== topic.arn) return refused('The message is from another topic.')
  const late = findTimeFault(readTime(message), now, MAX_MESSAGE_AGE_MS)
  if (late) return late
  const address = findCertificateAddress(getText(message, 'SigningCertURL'), topic)
  if (!address) return refused(`The signing certificate is not on https://${topic.host}/.`)

  const pem = await fetchCertificate(address)
  if (pem === null) return { kind: 'undecided', reason: `The certificate ${address} cannot be fetched now.` }
  const certificate = readCertificate(pem)
  if (!certificate) return refused(`The file ${address} is not an RSA certificate.`)
  if (now < certificate.validFromDate || now > certificate.validToDate)
    return refused(`The certificate ${address} is not valid now.`)
  if (!isSigned(message, { members, hash, certificate })) return refused('The signature is wrong.')
  return verified(toOnce('ses', getText(message, 'MessageId')), findConfirmation(message, topic))
}

/** Returns the URL of the certificate; null unless it is a plain file on the host of the topic. */
function findCertificateAddress(text: string, { host }: SnsTopic): URL | null {
  const url = URL.parse(text)
  // The whole text is compared: no user, port, query or other spelling of the host gets through.
  return url && CERTIFICATE_PATH.test(url.pathname) && text === `https://${host}${url.pathname}` ? url : null
}

function readTime(message: JsonObject): Date {
  const text = getText(message, 'Timestamp')
  return new Date(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/.test(text) ? text : Number.NaN)
}

function readCertificate(pem: string): X509Certificate | null {
  try {
    const certificate = new X509Certificate(pem)
    return certificate.publicKey.asymmetricKeyType === 'rsa' ? certificate : null
  } catch (error) {
    // OpenSSL has a different code for each way in which a file is not a certificate.
    if (error instanceof Error && 'code' in error) return null
    throw error
  }
}

function isSigned(
  message: JsonObject,
  by: { members: readonly string[]; hash: string; certificate: X509Certificate },
): boolean {
  const lines = by.members.flatMap((name) => {
    const value = getWholeText(message, name)
    return value === null ? [] : [`${name}\n${value}\n`]
  })
  const signature = Buffer.from(getText(message, 'Signature'), 'base64')
  return verify(by.hash, Buffer.from(lines.join('')), by.certificate.publicKey, signature)
}

/** Builds the URL that confirms a subscription, only from the topic and the token; null for other messages. */
function findConfirmation(message: JsonObject, { arn, host }: SnsTopic): URL | null {
  const token = getText(message, 'Token')
  if (getText(message, 'Type') !== 'SubscriptionConfirmation' || !TOKEN.test(token)) return null
  const url = new URL(`https://${host}/`)
  url.search = String(new URLSearchParams({ Action: 'ConfirmSubscription', TopicArn: arn, Token: token }))
  return url
}
