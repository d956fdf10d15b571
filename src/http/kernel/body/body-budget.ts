import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { RefusalCode, Refused } from '../../../domain/refusal.ts'
import { SMALL_BODY_BYTES } from '../../../domain/submissions/fields.ts'

type ReceivedBody = { kind: 'whole'; body: Buffer } | Refused

/** Memory for the bodies of all connections together that are not small, from their first bytes until they are answered. */
export type BodyBudget = {
  /**
   * Receives the body of a request and calls back once; never for a request that is aborted. What is left of a refused body
   * is read and discarded, so that the client can read its answer.
   */
  receive(
    exchange: { request: IncomingMessage; response: ServerResponse; maxBytes: number },
    done: (received: ReceivedBody) => void,
  ): void
  /** Returns the bytes that bodies hold now, without those of small ones. */
  countBytes(): number
}

/** The memory that one body holds. */
type Hold = {
  /** Returns false when the budget does not allow more: then nothing is added. */
  add(bytes: number): boolean
  release(): void
}

/** Memory that each piece of a body takes in addition to its bytes. */
const PIECE_BYTES = 256

type Limits = {
  maxBytes: number
  /** Returns the key of the client that sends a request. */
  getClient(request: IncomingMessage): string
}

/**
 * Creates the budget. Bodies that are not small are refused beyond `maxBytes`, and those of one client beyond half of that.
 * Small bodies are never refused, and bounded by the number of connections.
 */
export function createBodyBudget(limits: Limits): BodyBudget {
  const holds = createHolds(limits)
  return {
    receive({ request, response, maxBytes }, done) {
      if (Number(request.headers['content-length']) > maxBytes) {
        return done({ kind: 'refused', refusal: { code: 'payload_too_large' } })
      }
      const pieces: Buffer[] = []
      let received = 0
      /** Null while the body is small. */
      let hold: Hold | null = null

      function refuse(code: RefusalCode): void {
        request.off('data', receivePiece).off('end', finish).resume()
        pieces.length = 0
        hold?.release()
        done({ kind: 'refused', refusal: { code } })
      }

      function receivePiece(piece: Buffer): void {
        if (request.socket.destroyed || response.closed) return
        received += piece.length
        if (received > maxBytes) {
          refuse('payload_too_large')
          return
        }
        pieces.push(piece)
        const size = received + PIECE_BYTES * pieces.length
        if (size <= SMALL_BODY_BYTES) return
        const added = hold ? piece.length + PIECE_BYTES : size
        hold ??= holds.open(request, response)
        if (!hold.add(added)) refuse('bodies_limit')
      }

      function finish(): void {
        const [first] = pieces
        done({ kind: 'whole', body: first && pieces.length === 1 ? first : Buffer.concat(pieces, received) })
      }

      request.on('data', receivePiece).on('end', finish)
    },
    countBytes: holds.countBytes,
  }
}

/** Creates the memory that all bodies share. */
function createHolds({ maxBytes, getClient }: Limits) {
  const getHolds = createLists()
  /** Bytes that the bodies of each client hold. */
  const clients = new Map<string, number>()
  let total = 0
  return {
    countBytes: () => total,
    /** Opens what one body holds, until its response or its connection has closed. */
    open(request: IncomingMessage, response: ServerResponse): Hold {
      const client = getClient(request)
      const holds = getHolds(request.socket)
      let held = 0

      function change(bytes: number): void {
        held += bytes
        total += bytes
        addBytes(clients, { client, bytes })
      }

      const hold: Hold = {
        add(bytes) {
          if (total + bytes > maxBytes || (clients.get(client) ?? 0) + bytes > maxBytes / 2) return false
          change(bytes)
          return true
        },
        release() {
          holds.delete(hold)
          change(-held)
        },
      }
      holds.add(hold)
      response.on('close', hold.release)
      return hold
    },
  }
}

/** Creates the lists of what the bodies of each connection hold: not every pipelined response announces that it has closed. */
function createLists(): (socket: Socket) => Set<Hold> {
  const connections = new WeakMap<Socket, Set<Hold>>()
  return (socket) => {
    const known = connections.get(socket)
    if (known) return known
    const holds = new Set<Hold>()
    connections.set(socket, holds)
    socket.once('close', () => {
      for (const { release } of holds) release()
    })
    return holds
  }
}

function addBytes(clients: Map<string, number>, { client, bytes }: { client: string; bytes: number }): void {
  const sum = (clients.get(client) ?? 0) + bytes
  if (sum === 0) clients.delete(client)
  else clients.set(client, sum)
}
