import { TOKEN } from '../clients/client-ledger.ts'
import type { SystemCall } from './system-calls.ts'

/** Answers that a traced service has sent, as its system calls show. */
export type TracedAnswers = {
  follow(call: SystemCall): void
  /** Ids of endpoints and submissions that were acknowledged. */
  stored: string[]
  /** Tokens of requests whose events were acknowledged. */
  events: string[]
  /** Ids of messages whose publication was acknowledged. */
  published: string[]
  /** Ids of messages that a consumer tried to acknowledge, and of those for which this was confirmed. */
  mayBeAcked: Set<string>
  acked: string[]
}

/** System calls that show answers, in addition to those of the disk. */
export const ANSWER_CALLS = ['read', 'write', 'writev']

/** Creates the record of the answers; each connection sends one request after the other. */
export function openTracedAnswers(): TracedAnswers {
  const requests = new Map<string, string>()
  const answers: Omit<TracedAnswers, 'follow'> = {
    stored: [],
    events: [],
    published: [],
    mayBeAcked: new Set(),
    acked: [],
  }

  function answered(request: string, answer: string): void {
    if (!/^HTTP\/1\.1 20/.test(answer)) return
    answers.stored.push(...idsIn(answer, /"(?:submission|form|telemetry|queue)_id":"([^"]+)"/g))
    answers.published.push(...(answer.includes('"message_id') ? idsIn(answer, /"(msg_[^"]+)"/g) : []))
    const token = request.startsWith('POST /t/t_') ? TOKEN.exec(request)?.[0] : undefined
    if (token) answers.events.push(token)
    if (answer.includes('"ackCount"') && answer.includes('"warnings":{}'))
      answers.acked.push(...acksIn(request))
  }

  return {
    ...answers,
    follow({ name, target, bytes }) {
      if (!/^(?:socket|TCP)/.test(target)) return
      const text = bytes.toString('latin1')
      if (name === 'read') {
        const request = /^(?:POST|GET|PATCH) /.test(text) ? text : (requests.get(target) ?? '') + text
        requests.set(target, request)
        for (const id of acksIn(request)) answers.mayBeAcked.add(id)
      }
      if (/^writev?$/.test(name)) answered(requests.get(target) ?? '', text)
    },
  }
}

/** Returns the messages that a request acknowledges: a lease id begins with the digits of its message. */
function acksIn(request: string): string[] {
  const acks = /"acks":\[([^\]]*)\]/.exec(request)?.[1] ?? ''
  return idsIn(acks, /lease_([0-9a-z]{26})/g).map((digits) => `msg_${digits}`)
}

function idsIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, id = '']) => id)
}
