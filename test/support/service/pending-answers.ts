import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

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
    /** Calls a function with the next response when it begins. */
    next(act: (answer: ServerResponse) => void) {
      onNext = act
    },
    /** Time in milliseconds that the service would wait for a reader; undefined means no limit. */
    patience: (path: string) => [
      ...new Set(patience.filter((one) => one.path.endsWith(path)).map(({ ms }) => ms)),
    ],
    [Symbol.dispose]: () => void unsubscribe(BEGUN, heard),
  }
}

/** Keeps what is written to a connection in the process, as full buffers of the system do. */
export function takeNothing(socket: Socket): void {
  Object.assign(socket, { _write: () => {}, _writev: () => {} })
}

/** Settles when the response was read completely or its reader disconnected. */
export async function closed(answer: ServerResponse): Promise<void> {
  if (!answer.closed) await new Promise((resolve) => answer.once('close', resolve))
}
