import type { SmtpFailure } from '../mailer.ts'

/** Characters of a server's answer that are stored. */
const MAX_ANSWER_LENGTH = 300
/** Characters of an answer that are read: a hostile server may send a megabyte. */
const MAX_READ_LENGTH = 1000

/** An error of Nodemailer's connection. */
export type SmtpError = Error & {
  /** Code of Nodemailer; `originalCode` is that of the system or of TLS. */
  code?: string | undefined
  originalCode?: string | undefined
  command?: string | undefined
  response?: string | undefined
  responseCode?: number | undefined
}

/** Returns the step of the conversation that failed, and how. */
export function toFailure(error: SmtpError, watch: StageWatch): SmtpFailure {
  return {
    stage: failedStage(error, watch),
    code: error.responseCode ?? null,
    text: oneLine(error.response ?? (error.message || (error.originalCode ?? 'no reason given'))),
  }
}

/** Shortens an answer to one line of at most 300 characters without email addresses, which may be stored, shown and logged. */
export function oneLine(answer: string): string {
  const beginning =
    answer.length > MAX_READ_LENGTH ? answer.slice(0, MAX_READ_LENGTH).replace(/\S*$/, '') : answer
  return beginning
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/<[^<> ]*(?:@|%40)[^<> ]*>/gi, '<…>')
    .replace(/[^\s<>()[\]{}:;,"']+(?:@|%40)[^\s<>()[\]{}:;,"']+/gi, '…')
    .trim()
    .slice(0, MAX_ANSWER_LENGTH)
}

function failedStage(error: SmtpError, watch: StageWatch): Stage {
  // NOTE: with PIPELINING an error is reported after later commands were answered too, so its own command counts first.
  switch (error.command) {
    case 'MAIL FROM':
      return 'mail_from'
    case 'RCPT TO':
      return 'rcpt_to'
  }
  const stage = error.responseCode ? watch.answered() : watch.pending()
  return stage === 'connect' && isTlsError(error) ? 'tls' : stage
}

/** Returns true for TLS from the first byte (smtps) that fails while connecting: its codes differ from those of the system. */
function isTlsError(error: SmtpError): boolean {
  const code = error.originalCode ?? ''
  return code === 'EPROTO' || (code !== '' && !/^E(AI_)?[A-Z0-9]+$/.test(code))
}

export type Stage = SmtpFailure['stage']

/** Follows the steps of a conversation with the server. */
type StageWatch = {
  /** Passed to Nodemailer's connection, together with `transactionLog: true`. */
  logger: Record<'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal', Listener>
  /** Returns the step whose answer came last. */
  answered(): Stage
  /** Returns the oldest step without an answer: the one that fails when the connection is lost now. */
  pending(): Stage
}

type Listener = (entry: { tnx?: string }, text?: string) => void

const STAGE_OF_COMMAND: Record<string, Stage> = {
  EHLO: 'greeting',
  HELO: 'greeting',
  STARTTLS: 'tls',
  AUTH: 'auth',
  RSET: 'mail_from',
  MAIL: 'mail_from',
  RCPT: 'rcpt_to',
  DATA: 'data',
}

/**
 * Follows one conversation through the log of Nodemailer's connection. Its errors do not say whether a lost connection
 * had carried the whole email, but its log does: the entry `message` comes after the final dot was written to the socket
 * and before anything else is read from it. Without that entry the server cannot have the email; with it the outcome is
 * unknown.
 */
export function watchStage(): StageWatch {
  let stage: Stage = 'connect'
  const waiting: Stage[] = []

  const listen: Listener = (entry, text = '') => {
    switch (entry.tnx) {
      case 'network':
        if (stage === 'connect') stage = 'greeting'
        return
      case 'client':
        waiting.push(STAGE_OF_COMMAND[/^[A-Z]+(?=$|[ :])/.exec(text)?.[0] ?? ''] ?? stage)
        return
      case 'server':
        stage = waiting.shift() ?? stage
        return
      case 'message':
        stage = 'end_of_data'
    }
  }

  return {
    logger: { trace: listen, debug: listen, info: listen, warn: listen, error: listen, fatal: listen },
    answered: () => stage,
    pending: () => waiting[0] ?? stage,
  }
}
