import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { StoreBroken } from '../store/connection.ts'
import { openCalls } from './calls.ts'
import { faultOf } from './packed-fault.ts'
import type { Said } from './thread.ts'
import type { Writer, WriterEvents, WriterOptions } from './writer.ts'

const THREAD = new URL('./thread.ts', import.meta.url)

/**
 * Opens the writer in a thread of its own: while it waits for the disk, this one goes on with HTTP. Both threads send
 * what they have gathered in a turn, so that a crowd costs few messages. A thread that dies is a broken store.
 *
 * @throws what `connect` and `openStore` throw
 */
export async function openWriterThread(options: WriterOptions, events: WriterEvents): Promise<Writer> {
  const thread = new Worker(THREAD, { workerData: options })
  const exit = once(thread, 'exit')
  const calls = openCalls(thread)
  const opened = Promise.withResolvers<void>()
  let broken = false
  /** From then on the thread may end. */
  let ending = false

  function breakDown(error: unknown): void {
    const fault = error instanceof StoreBroken ? error : new StoreBroken(error)
    calls.end(fault)
    opened.reject(fault)
    if (!broken) events.onBroken(fault)
    broken = true
  }

  thread.on('message', (said: Said) => {
    switch (said.kind) {
      case 'answers':
        return calls.settle(said)
      case 'letters due':
        return events.onLettersDue()
      case 'opened':
        return opened.resolve()
      case 'not opened':
        ending = true
        return opened.reject(faultOf(said.fault))
      case 'broken':
        return breakDown(faultOf(said.fault))
    }
  })
  thread.on('error', breakDown)
  thread.on('exit', () => {
    if (!ending) breakDown(new Error('the writer thread has ended'))
  })
  await opened.promise

  const call = calls.function
  const writer = {
    deeds: {
      submit: call('submit'),
      trySubmission: call('trySubmission'),
      createEndpoint: call('createEndpoint'),
      tryCreation: call('tryCreation'),
      probeStatus: call('probeStatus'),
      claimEndpoint: call('claimEndpoint'),
      lookAtClaim: call('lookAtClaim'),
      disownEndpoint: call('disownEndpoint'),
      lookAtDisown: call('lookAtDisown'),
      setLetters: call('setLetters'),
      lookAtLetters: call('lookAtLetters'),
      checkReadiness: call('checkReadiness'),
      purgeOld: call('purgeOld'),
    },
    letters: {
      lease: call('letters.lease'),
      releaseLeasesOf: call('letters.releaseLeasesOf'),
      renew: call('letters.renew'),
      begin: call('letters.begin'),
      settle: call('letters.settle'),
      nextDueAt: call('letters.nextDueAt'),
      backlog: call('letters.backlog'),
      readPause: call('letters.readPause'),
      setPause: call('letters.setPause'),
    },
    async close() {
      ending = true
      if (!broken) await call('close')()
      await exit
    },
  } satisfies { [Room in keyof Writer]: unknown }
  // The thread serves these very functions (`functionsOf`), bound from the same types.
  return writer as unknown as Writer
}
