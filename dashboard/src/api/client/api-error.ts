/** A refusal of the service, or a failure to reach it: code `offline`, status 0. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /** Error code of the API, such as `endpoint_not_found`. */
  readonly code: string
  /** One sentence that says what to do. */
  readonly hint: string
  /** The invalid field. */
  readonly field: string | null
  /** Request id for support by the operator. */
  readonly requestId: string | null

  constructor(facts: {
    status: number
    code: string
    message: string
    hint: string
    field?: string | undefined
    requestId?: string | undefined
  }) {
    super(facts.message)
    this.status = facts.status
    this.code = facts.code
    this.hint = facts.hint
    this.field = facts.field ?? null
    this.requestId = facts.requestId ?? null
  }
}

/** Returns true if the service was not reached, or answered that it is unavailable. */
export function isTransient({ status }: ApiError): boolean {
  return status === 0 || status >= 502
}

/** Message for a heading: without its period. */
export function errorTitle({ message }: ApiError): string {
  return message.replace(/\.$/, '')
}

/** Message and hint; null without an error, or when the owner canceled the fresh sign-in. */
export function errorText(error: ApiError | null): string | null {
  if (error === null || error.code === 'fresh_sign_in_needed') return null
  return `${error.message} ${error.hint}`
}

/** Error for a request without a complete response. */
export function unreachable(): ApiError {
  return new ApiError({
    status: 0,
    code: 'offline',
    message: "Can't reach Formslot.",
    hint: 'Check your network and try again.',
  })
}

/** Error for a response that is not valid JSON. */
export function unreadable(): ApiError {
  return new ApiError({
    status: 0,
    code: 'unreadable',
    message: 'The response could not be read.',
    hint: 'A proxy or extension may have changed it. Reload the page.',
  })
}

/** Reads an error response, also one of a proxy in front of the service. */
export function parseError(response: Response, text: string): ApiError {
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
  const body: Partial<Record<'code' | 'message' | 'hint' | 'field' | 'request_id', string>> = isJson
    ? JSON.parse(text)
    : {}
  const unavailable = response.status >= 502 && response.status <= 504
  return new ApiError({
    status: response.status,
    code: body.code ?? 'unknown',
    message: body.message ?? (unavailable ? 'Formslot is not available right now.' : 'Something went wrong.'),
    hint: body.hint ?? (unavailable ? 'Try again in a moment.' : 'Reload the page.'),
    field: body.field,
    requestId: body.request_id ?? response.headers.get('request-id') ?? undefined,
  })
}
