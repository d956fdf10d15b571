import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, get } from 'node:http'
import { test } from 'node:test'
import { type Pieces, streamPieces } from '../../../src/http/kernel/streaming.ts'

import { until } from '../../support/service/until.ts'

const PIECE = 'x'.repeat(100_000)

/** Creates endless pieces, and records how many were produced. */
function endless(piece: string) {
  const seen = { made: 0, ended: false }
  async function* make(): Pieces {
    try {
      for (;;) {
        seen.made += 1
        yield piece
      }
    } finally {
      seen.ended = true
    }
  }
  return { seen, pieces: make() }
}

test('a stream produces only what a slow reader has room for, and nothing after the reader left', async () => {
  const { seen, pieces } = endless(PIECE)
  await using server = createServer((_request, response) => {
    const stream = streamPieces(pieces)
    stream.pipe(response)
    response.on('close', () => stream.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('it does not listen')
  const [answer] = await once(get({ port: address.port }), 'response')
  let made = -1
  // Nothing is read, so the buffers of the system and of the stream fill up.
  await until(async () => {
    const before = made
    made = seen.made
    return made === before
  })
  assert.ok(made < 200, `${made} pieces were made for nobody`)
  answer.destroy()
  await until(() => seen.ended)
  assert.ok(seen.made <= made + 1)
})

test('stops a stream that has produced nothing yet, and lets others run meanwhile', async () => {
  const { seen, pieces } = endless('')
  const stream = streamPieces(pieces)
  stream.resume()
  let turns = 0
  await until(() => {
    turns += 1
    return seen.made > 10
  })
  assert.ok(turns > 1)
  stream.destroy()
  await once(stream, 'close')
  assert.ok(seen.ended)
})

test('an error while streaming ends the stream', async () => {
  async function* breaking(): Pieces {
    yield 'something'
    throw new Error('the database is away')
  }
  const stream = streamPieces(breaking())
  stream.resume()
  const [error] = await once(stream, 'error')
  assert.match(String(error), /the database is away/)
})

test('requests one piece at a time and lets others run in between', async () => {
  let reads = 0
  let finalTurns = 0
  let turns = 0
  const turning = setInterval(() => {
    turns += 1
  })
  const pieces: Pieces = {
    [Symbol.asyncIterator]: () => {
      let under = 0
      return {
        async next() {
          under += 1
          assert.equal(under, 1, 'another piece is under way')
          reads += 1
          const end = performance.now() + 2
          while (performance.now() < end) await null
          under -= 1
          finalTurns = turns
          return reads > 100 ? { done: true, value: undefined } : { done: false, value: PIECE }
        },
      }
    },
  }
  const stream = streamPieces(pieces)
  let bytes = 0
  for await (const chunk of stream) bytes += chunk.length
  clearInterval(turning)
  assert.equal(bytes, 100 * PIECE.length)
  assert.ok(finalTurns > 50, `others had ${finalTurns} turns`)
})
