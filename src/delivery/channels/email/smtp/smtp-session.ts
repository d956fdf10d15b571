import { loadSmtpConnection } from '../../../../runtime/nodemailer.ts'
import type { Posted, SmtpFailure } from '../mailer.ts'
import type { SmtpEndpoint } from './smtp-server.ts'

/**
 * A rendered email: one sender, one recipient, and the bytes. `size`: announced to the server before the bytes; null for small
 * emails. `envelopeId`: identifies the email in delivery reports; null if none are requested.
 */
type SealedEmail = {
  from: string
  to: string
  message: Buffer
  size: number | null
  envelopeId: string | null
}

/** One connection to the server. Every step ends when `limit` does, and then closes the connection. */
export type Session = {
  /** Connects, starts TLS and signs in. */
  open(limit: AbortSignal): Promise<Step<null>>
  /** Returns true when an idle session can carry another email; asks the server (RSET) if it refused the last one. */
  isReady(limit: AbortSignal): Promise<boolean>
  post(email: SealedEmail, limit: AbortSignal): Promise<Posted>
  /** Returns true while the connection is open and may be kept for another email. */
  isOpen(): boolean
  /** Returns how many emails were tried on it. */
  countEmails(): number
  /** Sends QUIT; the connection closes when the server answers or its time is over. */
  quit(): void
  /** Closes the connection at once. */
  close(): void
}

type Step<T> = { kind: 'done'; value: T } | Extract<Posted, { kind: 'failed' }>

/** Delivery reports that are requested from servers that support them (RFC 3461): failures and delays, with the email's headers. */
const REPORTS = { ret: 'HDRS', notify: ['FAILURE', 'DELAY'] }

const SMTPConnection = loadSmtpConnection()

/** Time for a server to answer QUIT. */
const QUIT_TIMEOUT_MS = 2000
/** Characters of a server's answer that are stored. */
const MAX_ANSWER_LENGTH = 300
/** Characters of an answer that are read: a hostile server may send a megabyte. */
const MAX_READ_LENGTH = 1000

/**
 * Creates a conversation with an SMTP server. Nodemailer's pool is not used: it repeats an email on another connection
 * unasked, and its errors leave open whether the email may have arrived.
 */
export function createSession(server: SmtpEndpoint): Session {
  const watch = watchStage()
  const connection = new SMTPConnection({ ...server.connection, logger: watch.logger, transactionLog: true })
  let isOpen = true
  let emails = 0
  /** True while the server has nothing of an earlier email: an accepted one leaves nothing (RFC 5321 §4.1.1.4). */
  let isClear = true
  connection.once('end', () => {
    isOpen = false
  })
  // NOTE: an idle connection that is lost emits `error`, which without a listener would end the process.
  connection.on('error', () => {
    isOpen = false
  })

  async function step<T>(
    limit: AbortSignal,
    begin: (done: (error?: SmtpError | null, value?: T) => void) => void,
  ): Promise<Step<T | null>> {
    const { promise, resolve } = Promise.withResolvers<Step<T | null>>()
    const fail = (error: SmtpError) => resolve({ kind: 'failed', failure: toFailure(error, watch) })
    const late = () => {
      fail(new Error('no answer in time'))
      connection.close()
    }
    // The error that explains an end comes right after it.
    const ended = () => setImmediate(fail, new Error('the connection was closed'))
    connection.once('error', fail).once('end', ended)
    limit.addEventListener('abort', late, { once: true })
    if (limit.aborted) late()
    else begin((error, value) => (error ? fail(error) : resolve({ kind: 'done', value: value ?? null })))
    const outcome = await promise
    connection.off('error', fail).off('end', ended)
    limit.removeEventListener('abort', late)
    return outcome
  }

  return {
    async open(limit) {
      const greeted = await step<null>(limit, (done) => connection.connect(done))
      if (greeted.kind === 'failed' || server.login === null || !connection.allowsAuth) return greeted
      const login = server.login
      const signedIn = await step<boolean>(limit, (done) => connection.login({ credentials: login }, done))
      return signedIn.kind === 'failed' ? signedIn : greeted
    },

    async isReady(limit) {
      if (!isOpen || isClear) return isOpen
      const reset = await step<boolean>(limit, (done) => connection.reset(done))
      return reset.kind === 'done'
    },

    async post(email, limit) {
      emails += 1
      isClear = false
      const { size, envelopeId } = email
      const envelope = {
        from: email.from,
        to: [email.to],
        ...(size === null ? {} : { size }),
        ...(envelopeId === null ? {} : { dsn: { ...REPORTS, envid: envelopeId } }),
      }
      const sent = await step<{ response: string }>(limit, (done) =>
        connection.send(envelope, email.message, done),
      )
      // Half an email may still be in the socket: the next command would be read as part of it.
      const whole = watch.answered() !== 'data'
      if (!whole) connection.close()
      if (sent.kind === 'failed') return sent
      if (!whole) {
        const text = 'the server answered before it had received the whole email'
        return { kind: 'failed', failure: { stage: 'data', code: null, text } }
      }
      isClear = true
      return { kind: 'accepted', answer: toAnswerLine(sent.value?.response ?? '') }
    },

    isOpen: () => isOpen,
    countEmails: () => emails,
    quit() {
      if (!isOpen) return
      const closeTimer = setTimeout(() => connection.close(), QUIT_TIMEOUT_MS)
      connection.once('end', () => clearTimeout(closeTimer))
      connection.quit()
    },
    close() {
      isOpen = false
      connection.close()
    },
  }
}

/** An error of Nodemailer's connection. */
type SmtpError = Error & {
  /** Code of Nodemailer; `originalCode` is that of the system or of TLS. */
  code?: string | undefined
  originalCode?: string | undefined
  command?: string | undefined
  response?: string | undefined
  responseCode?: number | undefined
}

/** Nodemailer's code for an email that it did not send, because it exceeds the size that the server announced. */
const TOO_LARGE = 'EMESSAGE'
/** The answer that the server would have given (RFC 1870 §6.1). */
const SIZE_EXCEEDED = 552

/** Returns the step of the conversation that failed, and how. */
function toFailure(error: SmtpError, watch: StageWatch): SmtpFailure {
  return {
    stage: failedStage(error, watch),
    code: error.responseCode ?? (error.code === TOO_LARGE ? SIZE_EXCEEDED : null),
    text: toAnswerLine(error.response ?? (error.message || (error.originalCode ?? 'no reason given'))),
  }
}

/** Shortens an answer to one line of at most 300 characters without email addresses, which may be stored, shown and logged. */
export function toAnswerLine(answer: string): string {
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
function watchStage(): StageWatch {
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
