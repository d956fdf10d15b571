import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Refusal, RefusalCode } from '../../../domain/refusal.ts'

export type ReceivedBody = { kind: 'whole'; body: Buffer } | { kind: 'refused'; refusal: Refusal }

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

/** A body up to this size is never refused for lack of memory: slow large bodies must not keep out ordinary submissions. */
const SMALL_BODY_BYTES = 16 * 1024
/** Memory that each piece of a body takes besides its bytes. */
const PIECE_BYTES = 256

/** Creates the budget. All bodies that are not small are refused beyond `maxBytes`. */
export function createBodyBudget(maxBytes: number): BodyBudget {
  const connections = new WeakMap<Socket, { bytes: number }>()
  let total = 0

  /** Returns what is held for a connection. The responses of pipelined requests do not all announce its end. */
  function getHeld(socket: Socket): { bytes: number } {
    const known = connections.get(socket)
    if (known) return known
    const held = { bytes: 0 }
    connections.set(socket, held)
    socket.once('close', () => {
      total -= held.bytes
      held.bytes = 0
    })
    return held
  }

  return {
    receive({ request, response, maxBytes: maxBodyBytes }, done) {
      if (Number(request.headers['content-length']) > maxBodyBytes) {
        return done({ kind: 'refused', refusal: { code: 'payload_too_large' } })
      }
      const { socket } = request
      const connection = getHeld(socket)
      const pieces: Buffer[] = []
      let received = 0
      let held = 0

      function release(): void {
        if (!socket.destroyed) {
          total -= held
          connection.bytes -= held
        }
        held = 0
      }

      function refuse(code: RefusalCode): void {
        request.off('data', receivePiece).off('end', finish).resume()
        pieces.length = 0
        release()
        done({ kind: 'refused', refusal: { code } })
      }

      function receivePiece(piece: Buffer): void {
        if (socket.destroyed) return
        received += piece.length
        const taken = piece.length + PIECE_BYTES
        if (received > maxBodyBytes) {
          refuse('payload_too_large')
          return
        }
        if (held + taken > SMALL_BODY_BYTES && total + taken > maxBytes) {
          refuse('bodies_limit')
          return
        }
        held += taken
        connection.bytes += taken
        total += taken
        pieces.push(piece)
      }

      function finish(): void {
        const [first] = pieces
        done({ kind: 'whole', body: first && pieces.length === 1 ? first : Buffer.concat(pieces, received) })
      }

      request.on('data', receivePiece).once('end', finish)
      response.once('close', release)
    },
    countBytes: () => total,
  }
}
