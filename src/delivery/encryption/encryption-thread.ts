/** Entry point of the encryption thread, which `encryptor.ts` starts. */
import { enableCompileCache } from 'node:module'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { encryptTo } from './encrypt.ts'
import { readFoundKey, readPastedKey } from './read-key.ts'
import type { Answer, Question, ResultOf, WorkKind } from './thread-questions.ts'

if (parentPort) serve(parentPort, workerData)

function serve(port: MessagePort, { compileCache }: { compileCache: string | undefined }): void {
  if (compileCache !== undefined) enableCompileCache(compileCache)
  port.on('message', async (question: Question) => {
    port.postMessage(await answer(question))
  })
}

async function answer(question: Question): Promise<Answer> {
  const { id } = question
  try {
    return { id, kind: 'result', result: await work(question) }
  } catch (error) {
    // The library's error messages may quote what it read.
    return { id, kind: 'failed', reason: error instanceof Error ? error.name : 'unknown' }
  }
}

async function work({ kind, request }: Question): Promise<ResultOf<WorkKind>> {
  switch (kind) {
    case 'readPasted':
      return readPastedKey(request.text, request.now)
    case 'readFound':
      return readFoundKey(request.bytes, request.address, request.now)
    case 'encrypt':
      return encryptTo(request.key, request.content, request.now)
  }
}
