import type { MessagePort, Worker } from 'node:worker_threads'
import { faultOf, packFault } from './packed-fault.ts'

/** One function of the other thread. */
export type Remote = (...args: unknown[]) => Promise<unknown>

/** Calls in one list: the number of the call, the name of the function, its arguments, and again. */
export type Asked = { kind: 'calls'; calls: unknown[] }
/** Answers in one list: the number of the call, whether it was kept or failed, the answer or the fault, and again. */
export type Answered = { kind: 'answers'; answers: unknown[] }

const PARTS = 3

/** Calls functions of another thread. All calls of one turn of the event loop travel together. */
export function openCalls(port: Pick<Worker, 'postMessage'>) {
  const waiting = new Map<number, { resolve(answer: unknown): void; reject(fault: unknown): void }>()
  let calls: unknown[] = []
  let last = 0
  let ended: Error | null = null

  function post(): void {
    const message: Asked = { kind: 'calls', calls }
    calls = []
    port.postMessage(message)
  }

  return {
    function:
      (name: string): Remote =>
      (...args) =>
        new Promise((resolve, reject) => {
          if (ended) return reject(ended)
          last += 1
          waiting.set(last, { resolve, reject })
          if (calls.length === 0) setImmediate(post)
          calls.push(last, name, args)
        }),
    settle({ answers }: Answered): void {
      for (let at = 0; at < answers.length; at += PARTS) {
        const id = Number(answers[at])
        const caller = waiting.get(id)
        waiting.delete(id)
        if (answers[at + 1] === 'kept') caller?.resolve(answers[at + 2])
        else caller?.reject(faultOf(answers[at + 2]))
      }
    },
    /** No answer comes any more: every call is refused with `why`, those that wait among them. */
    end(why: Error): void {
      ended ??= why
      for (const { reject } of waiting.values()) reject(ended)
      waiting.clear()
    },
  }
}

/** Answers calls of another thread. All answers that are there at once travel together. */
export function serveCalls(
  port: MessagePort,
  functions: Readonly<Record<string, Remote>>,
): (asked: Asked) => void {
  let answers: unknown[] = []

  function post(): void {
    const message: Answered = { kind: 'answers', answers }
    answers = []
    port.postMessage(message)
  }

  function say(id: unknown, outcome: 'kept' | 'failed', answer: unknown): void {
    // NOTE: behind the microtasks and before the next batch begins; an immediate would wait for its flush too.
    if (answers.length === 0) process.nextTick(post)
    answers.push(id, outcome, answer)
  }

  return ({ calls }) => {
    for (let at = 0; at < calls.length; at += PARTS) {
      const [id, name, args] = calls.slice(at, at + PARTS)
      const work = functions[String(name)]
      if (!work || !Array.isArray(args)) throw new TypeError(`nothing here is called ${String(name)}`)
      work(...args).then(
        (answer) => say(id, 'kept', answer),
        (fault: unknown) => say(id, 'failed', packFault(fault)),
      )
    }
  }
}
