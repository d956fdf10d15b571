/** A refusal of the service, whose message is for programs (`shell/error-words.ts` has words for people), or a failure to reach it: code `offline`, status 0. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /** Error code of the API, such as `endpoint_not_found`. */
  readonly code: string
  /** The invalid field. */
  readonly field: string | null
  /** Request id for support by the operator. */
  readonly requestId: string | null

  constructor(facts: {
    status: number
    code: string
    message: string
    field?: string | undefined
    requestId?: string | undefined
  }) {
    super(facts.message)
    this.status = facts.status
    this.code = facts.code
    this.field = facts.field ?? null
    this.requestId = facts.requestId ?? null
  }
}

/** Returns true if the service was not reached, or answered that it is unavailable. */
export function isTransient({ status }: ApiError): boolean {
  return status === 0 || status >= 502
}

/** Error for a request without a complete response. */
export function unreachable(): ApiError {
  return new ApiError({
    status: 0,
    code: 'offline',
    message: 'The service could not be reached.',
  })
}

/** Error for a response that is not valid JSON. */
export function unreadable(): ApiError {
  return new ApiError({
    status: 0,
    code: 'unreadable',
    message: 'The response could not be read.',
  })
}

/** Reads an error response, also one of a proxy in front of the service. */
export function parseError(response: Response, text: string): ApiError {
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
  const body: Partial<Record<'code' | 'message' | 'field' | 'request_id', string>> = isJson
    ? JSON.parse(text)
    : {}
  return new ApiError({
    status: response.status,
    code: body.code ?? 'unknown',
    message: body.message ?? `The service answered ${response.status}.`,
    field: body.field,
    requestId: body.request_id ?? response.headers.get('request-id') ?? undefined,
  })
}
