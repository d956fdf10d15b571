import type { EndpointKind } from '../../domain/kind.ts'
import { rulesOf } from '../../domain/kinds.ts'
import type { Plan } from '../../domain/plan.ts'

/** What the pages behind the links of letters say about one kind of endpoint. */
export type KindWords = {
  /** What it takes, many of them. */
  many: string
  /** What happens already, before the mailbox. */
  made: string
  /** What happens with its mailbox and goes on, before the claim and after it. */
  lettersBefore: string
  lettersAfter: string
  /** "Somebody created …" */
  created: string
  /** What retiring it means to whoever uses it. */
  retired: string
  /** What its letters are, and what becomes of what it takes while they are stopped. */
  stop: string
  stopped: string
  started: string
}

const WORDS: Readonly<Record<EndpointKind, KindWords>> = {
  form: {
    many: 'submissions',
    made: 'A web form sends its submissions to',
    lettersBefore: 'Letters keep coming as they do now.',
    lettersAfter: 'Letters keep coming: every submission arrives in your mailbox.',
    created: 'a form endpoint',
    retired: 'The endpoint is retired: its form stops working.',
    stop: 'Its form goes on working and every submission is stored, but none is mailed to you any more.',
    stopped:
      'Submissions are stored, but not mailed. Those that come in now will not be mailed later either.',
    started: 'From now on every submission is mailed to you.',
  },
  telemetry: {
    many: 'events',
    made: 'A program sends events to an endpoint made for',
    lettersBefore: 'Its events are not mailed: you see them in the dashboard.',
    lettersAfter: 'Its events are not mailed: you see them in the dashboard.',
    created: 'a telemetry endpoint',
    retired: 'The endpoint is retired: no program can send events to it any more.',
    stop: 'It goes on taking events; letters about it, such as that a quota is nearly used up, do not come any more.',
    stopped: 'Events are stored as before, and you get no letters about this endpoint.',
    started: 'From now on you get the letters about this endpoint again.',
  },
  queue: {
    many: 'messages',
    made: 'A program puts messages into a queue made for',
    lettersBefore: 'Its messages are not mailed: programs work them off, and you see them in the dashboard.',
    lettersAfter: 'Its messages are not mailed: programs work them off, and you see them in the dashboard.',
    created: 'a message queue',
    retired: 'The queue is retired: no program can put messages into it any more.',
    stop: 'It goes on taking messages; letters about it, such as that a quota is nearly used up, do not come any more.',
    stopped: 'Messages are stored as before, and you get no letters about this queue.',
    started: 'From now on you get the letters about this queue again.',
  },
}

/** The words for the kind of this endpoint. */
export function wordsOf(endpointId: string): KindWords {
  return WORDS[rulesOf({ id: endpointId }).kind]
}

/** What an unclaimed endpoint of this kind takes in its life. */
export function capText(endpointId: string): string {
  return `${rulesOf({ id: endpointId }).unclaimedCap.toLocaleString('en')} ${wordsOf(endpointId).many}`
}

/** What a plan gives endpoints of this kind; null where there is no plan to tell of. */
export function quotaText(endpointId: string, plan: Plan | null): string | null {
  if (plan === null) return null
  const { many } = wordsOf(endpointId)
  const quota = rulesOf({ id: endpointId }).quotaOf(plan)
  const name = plan.name.slice(0, 1).toUpperCase() + plan.name.slice(1)
  return quota === null
    ? `The ${name} plan takes any number of ${many}.`
    : `The ${name} plan takes ${quota} ${many} a month.`
}
