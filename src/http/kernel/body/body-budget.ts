import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { RefusalCode, Refused } from '../../../domain/refusal.ts'
import { SMALL_BODY_BYTES } from '../../../domain/submissions/fields.ts'

type ReceivedBody = { kind: 'whole'; body: Buffer } | Refused

/** Memory for the bodies of all connections together, from their first byte until they are answered. */
export type BodyBudget = {
  /**
   * Receives the body of a request and calls back once; never for a request that is aborted. What is left of a refused body
   * is read and discarded, so that the client can read its answer.
   */
  receive(
    exchange: { request: IncomingMessage; response: ServerResponse; maxBytes: number },
    done: (received: ReceivedBody) => void,
  ): void
  /** Returns the bytes that bodies hold now. */
  countBytes(): number
}

/** Memory that each piece of a body takes in addition to its bytes. */
const PIECE_BYTES = 256

/**
 * Creates the budget. All bodies that are not small are refused beyond `maxBytes`, and those of one client beyond half of
 * that.
 *
 * @param options.getClient returns the key of the client that sends a request
 */
export function createBodyBudget(options: {
  maxBytes: number
  getClient(request: IncomingMessage): string
}): BodyBudget {
  const { maxBytes, getClient } = options
  const getReleases = createReleases()
  /** Bytes of the bodies of each client, without those of small ones. */
  const clients = new Map<string, number>()
  let total = 0

  return {
    receive({ request, response, maxBytes: maxBodyBytes }, done) {
      if (Number(request.headers['content-length']) > maxBodyBytes) {
        return done({ kind: 'refused', refusal: { code: 'payload_too_large' } })
      }
      const { socket } = request
      const releases = getReleases(socket)
      const pieces: Buffer[] = []
      let received = 0
      let held = 0
      let client: string | null = null
      let heldForClient = 0
      let isReleased = false

      function release(): void {
        isReleased = true
        releases.delete(release)
        total -= held
        if (client !== null) addBytes(clients, { client, bytes: -heldForClient })
        held = 0
        heldForClient = 0
      }

      function refuse(code: RefusalCode): void {
        request.off('data', receivePiece).off('end', finish).resume()
        pieces.length = 0
        release()
        done({ kind: 'refused', refusal: { code } })
      }

      function receivePiece(piece: Buffer): void {
        if (socket.destroyed || isReleased) return
        received += piece.length
        const taken = piece.length + PIECE_BYTES
        if (received > maxBodyBytes) {
          refuse('payload_too_large')
          return
        }
        if (held + taken > SMALL_BODY_BYTES) {
          client ??= getClient(request)
          const ofClient = (clients.get(client) ?? 0) + taken
          if (total + taken > maxBytes || ofClient > maxBytes / 2) {
            refuse('bodies_limit')
            return
          }
          addBytes(clients, { client, bytes: taken })
          heldForClient += taken
        }
        held += taken
        total += taken
        pieces.push(piece)
      }

      function finish(): void {
        const [first] = pieces
        done({ kind: 'whole', body: first && pieces.length === 1 ? first : Buffer.concat(pieces, received) })
      }

      request.on('data', receivePiece).on('end', finish)
      releases.add(release)
      response.on('close', release)
    },
    countBytes: () => total,
  }
}

/** Creates the lists of what frees the bodies of each connection: not every pipelined response announces that it has closed. */
function createReleases(): (socket: Socket) => Set<() => void> {
  const connections = new WeakMap<Socket, Set<() => void>>()
  return (socket) => {
    const known = connections.get(socket)
    if (known) return known
    const releases = new Set<() => void>()
    connections.set(socket, releases)
    socket.once('close', () => {
      for (const release of releases) release()
    })
    return releases
  }
}

function addBytes(clients: Map<string, number>, { client, bytes }: { client: string; bytes: number }): void {
  const sum = (clients.get(client) ?? 0) + bytes
  if (sum === 0) clients.delete(client)
  else clients.set(client, sum)
}
