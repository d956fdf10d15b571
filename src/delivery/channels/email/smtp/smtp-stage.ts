import type { SmtpFailure } from '../mailer.ts'

export type Stage = SmtpFailure['stage']

/** Follows the steps of a conversation with the server. */
export type StageWatch = {
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
