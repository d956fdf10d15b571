import type { IncomingMessage } from 'node:http'
import v8 from 'node:v8'
import type { SendingPage } from '../../domain/endpoints/allowed-origins.ts'
import { type FileLimits, refuseTotal } from '../../domain/files/file-limits.ts'
import type { Refused } from '../../domain/refusal.ts'
import { MAX_BODY_BYTES } from '../../domain/submissions/fields.ts'
import type { HttpDeps } from '../deps.ts'
import { readContentType } from '../kernel/body/content-type.ts'
import { addressBucket } from '../kernel/client-address.ts'
import { getClientAddress, type RequestHead } from '../kernel/request.ts'
import type { Answer } from '../kernel/respond.ts'
import { streamBody } from './body-stream.ts'
import { type Admit, discard, type ReceivedBody, receiveFiles } from './receive-files.ts'
import type { SentSubmission } from './sent-submission.ts'

// V8 counts the pieces of bodies as old garbage, and would collect everything at every other large file, although the
// collections of young objects free them: twice the processor time of a file. With more room it rarely does. Set here, because
// services without files must not grow: V8 reads it at each collection.
v8.setFlagsFromString('--heap-growing-percent=150')

type UploadDeps = Pick<HttpDeps, 'actions' | 'trusts' | 'uploadTimes' | 'uploadPlaces'>

/** A submission with files, before they are received. */
type Upload = { sent: SentSubmission; page: SendingPage; now: Date }

type Accept = (sent: SentSubmission) => Promise<Answer>

/**
 * Receives a submission with files: takes the files out of it, and accepts it again without them. They are stored by then, or
 * discarded.
 */
export async function acceptWithFiles(
  deps: UploadDeps,
  request: RequestHead,
  { sent, page, now }: Upload,
  accept: Accept,
): Promise<Answer> {
  const { formId, upload } = sent
  const admit = () => deps.actions.admitFiles({ formId, page, now })
  if (!upload)
    return acceptReceived(await receive(deps, request, { source: once(sent.body), admit }), sent, accept)
  const admission = await admit()
  const refused = admission.kind === 'refused' ? admission : checkLength(request, admission.limits)
  const received = refused ?? (await receiveInTurn(deps, request, { upload, admit }))
  return acceptReceived(received, sent, accept)
}

/**
 * Receives a submission whose body names the form, in a part before the first file. The form decides there, not by the headers.
 *
 * @param findFormId finds the form in the parts before the first file; returns an empty text where they name none
 */
export async function acceptNamedInBody(
  deps: UploadDeps,
  request: RequestHead,
  { upload, page, now }: { upload: IncomingMessage; page: SendingPage; now: Date },
  { findFormId, accept }: { findFormId(before: Buffer): Promise<string>; accept: Accept },
): Promise<Answer> {
  let formId = ''
  const admit = async (before: Buffer) => {
    formId = await findFormId(before)
    return deps.actions.admitFiles({ formId, page, now })
  }
  const received = await receiveInTurn(deps, request, { upload, admit })
  if (received.kind === 'received' && formId === '') formId = await findFormId(received.body)
  return acceptReceived(received, { formId, body: EMPTY }, accept)
}

async function acceptReceived(
  received: ReceivedBody | Refused,
  { formId, body }: SentSubmission,
  accept: Accept,
): Promise<Answer> {
  if (received.kind === 'refused') return accept({ formId, body, received })
  try {
    return await accept({ formId, body: received.body, received })
  } finally {
    await discard(received.files)
  }
}

/** The text parts may take as much as those of a body without files. */
function checkLength({ headers }: RequestHead, limits: FileLimits): Refused | null {
  const most = limits.submissionBytes + 2 * MAX_BODY_BYTES
  return Number(headers['content-length']) > most ? { kind: 'refused', refusal: refuseTotal(limits) } : null
}

/** Receives a body that is still to come in one of the places of this node. */
async function receiveInTurn(
  deps: UploadDeps,
  request: RequestHead,
  { upload, admit }: { upload: IncomingMessage; admit: Admit },
): Promise<ReceivedBody | Refused> {
  const leave = await deps.uploadPlaces.enter(addressBucket(getClientAddress(request, deps.trusts)))
  if (leave === null) return { kind: 'refused', refusal: { code: 'uploads_limit' } }
  try {
    return await receive(deps, request, { source: streamBody(upload, deps.uploadTimes), admit })
  } finally {
    leave()
  }
}

async function receive(
  { actions }: UploadDeps,
  { headers }: RequestHead,
  { source, admit }: { source: AsyncIterable<Buffer>; admit: Admit },
): Promise<ReceivedBody | Refused> {
  const { boundary } = readContentType(headers['content-type'])
  if (boundary === null) return { kind: 'refused', refusal: { code: 'body_unparsable' } }
  return receiveFiles({ spool: actions.spoolFile, admit }, { source, boundary })
}

const EMPTY = Buffer.alloc(0)

async function* once(body: Buffer): AsyncGenerator<Buffer> {
  yield body
}
