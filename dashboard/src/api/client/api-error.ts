/** A refusal of the service, or the lack of one: no answer has the code `offline` and the status 0. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /** The machine key of the catalogue, such as `endpoint_not_found`. */
  readonly code: string
  /** What to do, in a sentence. */
  readonly hint: string
  /** The field that is to blame. */
  readonly field: string | null
  /** To tell the operator. */
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

/** What is wrong, for a heading: without its full stop. */
export function errorTitle({ message }: ApiError): string {
  return message.replace(/\.$/, '')
}

/** What is wrong and what to do; null when nothing is, or the owner thought better of signing in afresh. */
export function errorText(error: ApiError | null): string | null {
  if (error === null || error.code === 'fresh_sign_in_needed') return null
  return `${error.message} ${error.hint}`
}

/** No answer came, or it ended too early. */
export function unreachable(): ApiError {
  return new ApiError({
    status: 0,
    code: 'offline',
    message: 'Formslot cannot be reached.',
    hint: 'Check your network. Nothing was changed; try again when it is back.',
  })
}

/** What came is not what the API says. */
export function unreadable(): ApiError {
  return new ApiError({
    status: 0,
    code: 'unreadable',
    message: 'The answer could not be read.',
    hint: 'Something between you and the service changed it. Load the page again.',
  })
}

/** Also for what stands in front of the service and answers in words of its own. */
export function errorOf(response: Response, text: string): ApiError {
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
  const body: Partial<Record<'code' | 'message' | 'hint' | 'field' | 'request_id', string>> = isJson
    ? JSON.parse(text)
    : {}
  const unavailable = response.status >= 502 && response.status <= 504
  return new ApiError({
    status: response.status,
    code: body.code ?? 'unknown',
    message: body.message ?? (unavailable ? 'Formslot is not available right now.' : 'Something went wrong.'),
    hint: body.hint ?? (unavailable ? 'Try again in a moment.' : 'Load the page again.'),
    field: body.field,
    requestId: body.request_id ?? response.headers.get('request-id') ?? undefined,
  })
}
