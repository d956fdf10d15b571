import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ServerResponse } from 'node:http'

/** Node publishes the start of each request to the whole process. */
const BEGUN = 'http.server.request.start'

/** Records the server-side responses that services of this process begin from now on. */
export function watchAnswers() {
  const answers: ServerResponse[] = []
  const patience: { path: string; ms: number | undefined }[] = []
  let onNext: ((answer: ServerResponse) => void) | null = null
  const heard = (message: unknown) => {
    const answer: ServerResponse = Object(message).response
    answers.push(answer)
    onNext?.(answer)
    onNext = null
    answer.once('prefinish', () => {
      patience.push({ path: answer.req.url ?? '', ms: answer.socket?.timeout })
    })
  }
  subscribe(BEGUN, heard)
  return {
    /** Responses to URLs that end with this text. */
    of: (path: string) => answers.filter((answer) => answer.req.url?.endsWith(path)),
    /** Does something with the next one as it begins. */
    next(act: (answer: ServerResponse) => void) {
      onNext = act
    },
    /** For how long the service would have waited for somebody to read them, in milliseconds; none: for ever. */
    patience: (path: string) => [
      ...new Set(patience.filter((one) => one.path.endsWith(path)).map(({ ms }) => ms)),
    ],
    [Symbol.dispose]: () => void unsubscribe(BEGUN, heard),
  }
}

/** Settles when the service has seen that its reader has it, or is gone. */
export async function closed(answer: ServerResponse): Promise<void> {
  if (!answer.closed) await new Promise((resolve) => answer.once('close', resolve))
}
