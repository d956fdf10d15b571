import { solveRefusal, Unsolved } from './api/challenge.ts'
import { solveForm } from './api/form-challenge.ts'
import { findReceipt } from './api/receipt.ts'
import { type ApiResponse, openRequest, readResponse, sendRequest, Unreachable } from './api/request.ts'
import type { Created, CreatedQueue, CreatedTelemetry, Schemas } from './api/schema.ts'

export type { Schemas }

/** Kinds of endpoints. */
export type EndpointKind = 'form' | 'telemetry' | 'queue'

/** Response to a creation, by kind. */
export type CreatedEndpoint = { form: Created; telemetry: CreatedTelemetry; queue: CreatedQueue }

/** A refusal, or a request that did not get through. */
export type Failure = {
  ok: false
  /** A sentence for people: what is wrong. */
  error: string
  /**
   * Code of the API, such as `field_invalid`; `unreachable` or `unexpected_response` when the service did not answer;
   * `challenge_unsolved` when the proof of work that it asks for was not found.
   */
  code: string
  /** Field to be corrected; null when it is none. */
  field: string | null
  /** The errors by field. */
  fieldErrors: Record<string, string>
  /** Seconds after which the request may be repeated; null when waiting does not help. */
  retryAfter: number | null
}

type Options = {
  /** 8 to 128 visible ASCII characters. The same key and content within 24 hours are stored once. */
  idempotencyKey?: string | undefined
  signal?: AbortSignal | undefined
}

export type Submitted = {
  ok: true
  submissionId: string
  /** Address of the private page on which the sender sees how far the submission is, and can withdraw it. */
  receiptUrl: string | null
}
export type SubmissionTried = { ok: true; submissionId: null; dryRun: Schemas['SubmissionDryRun'] }

export type FetchedFile = {
  ok: true
  /** Has the bytes as its `body`, which has yet to be read. Reading rejects when the connection is cut. */
  response: Response
}

const CREATION_PATHS: Readonly<Record<EndpointKind, string>> = {
  form: '/new',
  telemetry: '/t/new',
  queue: '/q/new',
}

/**
 * Creates an endpoint. Use a program or a server: pages of other sites may not create endpoints.
 *
 * @param base address of the instance, such as `https://forms.acme.org`
 * @param creation.recipient the email address that gets what arrives; placeholders are refused
 * @param creation.expect names of the fields that a form will send; the service warns of missing ones
 */
export async function createEndpoint<Kind extends EndpointKind = 'form'>(
  base: string | URL,
  creation: { recipient: string; kind?: Kind; expect?: readonly string[] } & Options,
): Promise<({ ok: true } & CreatedEndpoint[Kind]) | Failure> {
  const { recipient, kind = 'form', expect, idempotencyKey, signal } = creation
  const sent = sendSolving(new URL(CREATION_PATHS[kind], base).href, {
    body: { recipient, ...(expect === undefined ? {} : { expect }) },
    headers: toHeaders(idempotencyKey),
    signal,
  })
  return settle(sent, (body) => ({ ok: true, ...(body as CreatedEndpoint[Kind]) }))
}

/**
 * Sends a submission to a form endpoint. Where the form asks for a proof of work, it is found and sent with it.
 *
 * @param url the `endpoint_url` of the form
 * @param data a form of the page, or an object that is sent as JSON
 * @param options.dryRun checks the submission; stores, counts and sends nothing
 */
export async function submit(
  url: string | URL,
  data: FormData | Readonly<Record<string, unknown>>,
  options: Options & { dryRun: true },
): Promise<SubmissionTried | Failure>
export async function submit(
  url: string | URL,
  data: FormData | Readonly<Record<string, unknown>>,
  options?: Options & { dryRun?: false },
): Promise<Submitted | Failure>
export async function submit(
  url: string | URL,
  data: FormData | Readonly<Record<string, unknown>>,
  options: Options & { dryRun?: boolean } = {},
): Promise<Submitted | SubmissionTried | Failure> {
  const { dryRun = false, idempotencyKey, signal } = options
  const address = new URL(url)
  if (dryRun) address.searchParams.set('dry_run', '1')
  const request = { body: data, headers: toHeaders(idempotencyKey), signal }
  const sent = dryRun ? sendSolving(address.href, request) : sendSolved(address.href, request)
  return settle<Submitted | SubmissionTried>(sent, (body, headers) =>
    dryRun
      ? { ok: true, submissionId: null, dryRun: body as Schemas['SubmissionDryRun'] }
      : {
          ok: true,
          submissionId: (body as Schemas['Accepted']).submission_id,
          receiptUrl: findReceipt(headers),
        },
  )
}

/**
 * Gets the public status of an endpoint. An unknown one is a failure with the code `endpoint_not_found`.
 *
 * @param url the `endpoint_url`, `telemetry_url` or `queue_url`
 */
export async function status<Shape = Schemas['Status']>(
  url: string | URL,
  options: { signal?: AbortSignal } = {},
): Promise<({ ok: true } & Shape) | Failure> {
  const address = new URL(url)
  address.pathname = `${address.pathname.replace(/\/$/, '')}/status`
  return settle(sendRequest(address.href, options), (body) => ({ ok: true, ...(body as Shape) }))
}

/**
 * Fetches a file of a submission; `files` of the submission in the API lists their ids. Use a program or a server: the key
 * opens the account.
 *
 * @param base address of the instance, such as `https://forms.acme.org`
 * @param file.key an API key of the account with the scope `read`
 * @param file.signal also ends the reading of the body
 */
export async function fetchFile(
  base: string | URL,
  file: { submissionId: string; fileId: string; key: string; signal?: AbortSignal | undefined },
): Promise<FetchedFile | Failure> {
  const { submissionId, fileId, key, signal } = file
  const path = `/api/v1/submissions/${encodeURIComponent(submissionId)}/files/${encodeURIComponent(fileId)}`
  const url = new URL(path, base).href
  return catchUnreachable(async () => {
    const response = await openRequest(url, {
      headers: { Accept: '*/*', Authorization: `Bearer ${key}` },
      // The key stays with the host that was chosen.
      redirect: 'manual',
      signal,
    })
    return response.ok ? { ok: true, response } : toFailure(await readResponse(url, response, signal))
  })
}

type SolvableRequest = {
  body: FormData | Readonly<Record<string, unknown>>
  headers: Record<string, string>
  signal: AbortSignal | undefined
}

/** Posts a submission with the proof of work that its form asks for, unless the page has found it already. */
async function sendSolved(url: string, request: SolvableRequest): Promise<ApiResponse> {
  const { body, signal } = request
  const isSolved = body instanceof FormData ? body.has('altcha') : 'altcha' in body
  const altcha = isSolved ? null : await solveForm(url, { signal })
  return sendSolving(url, altcha === null ? request : { ...request, body: withSolution(body, altcha) })
}

/** Posts a body; where a proof of work is asked for, solves the challenge and posts the body once more with the solution. */
async function sendSolving(url: string, request: SolvableRequest): Promise<ApiResponse> {
  const { body, signal } = request
  const first = await sendRequest(url, { ...request, method: 'POST' })
  const altcha = await solveRefusal(url, first, { signal })
  return altcha === null
    ? first
    : sendRequest(url, { ...request, method: 'POST', body: withSolution(body, altcha) })
}

function withSolution(body: SolvableRequest['body'], altcha: string): SolvableRequest['body'] {
  if (!(body instanceof FormData)) return { ...body, altcha }
  const form = new FormData()
  for (const [name, value] of body) form.append(name, value)
  form.set('altcha', altcha)
  return form
}

function toHeaders(idempotencyKey: string | undefined): Record<string, string> {
  return idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }
}

async function settle<Success>(
  sent: Promise<ApiResponse>,
  toSuccess: (body: unknown, headers: Headers) => Success,
): Promise<Success | Failure> {
  return catchUnreachable(async () => {
    const response = await sent
    const isJson = typeof response.json === 'object' && response.json !== null
    return isJson && response.status < 300 ? toSuccess(response.json, response.headers) : toFailure(response)
  })
}

/** Turns a request that did not get through into a failure. */
async function catchUnreachable<Result>(send: () => Promise<Result | Failure>): Promise<Result | Failure> {
  try {
    return await send()
  } catch (error) {
    if (error instanceof Unsolved) return failure({ error: error.message, code: 'challenge_unsolved' })
    if (!(error instanceof Unreachable)) throw error
    return failure({ error: error.message, code: 'unreachable' })
  }
}

function toFailure({ status, headers, json }: ApiResponse): Failure {
  const { code, message, field } = Object(json) as Partial<Schemas['Refused']>
  if (code === undefined || message === undefined)
    return failure({ error: `The service answered with status ${status}.`, code: 'unexpected_response' })
  const wait = Number.parseInt(headers.get('Retry-After') ?? '', 10)
  return failure({
    error: message,
    code,
    ...(field === undefined ? {} : { field, fieldErrors: { [field]: message } }),
    retryAfter: Number.isNaN(wait) ? null : wait,
  })
}

function failure(known: Pick<Failure, 'error' | 'code'> & Partial<Failure>): Failure {
  return { ok: false, field: null, fieldErrors: {}, retryAfter: null, ...known }
}
