/** A waiting time in words: `later` is "in 3 minutes", `span` is "3 minutes". */
export type Wait = { later: string; span: string }

/**
 * All sentences for visitors of a form, for the owner of a destination, and for sign-in, in one language. Text between
 * backticks is shown as code. `owner` sentences address the developer of the form and are shown separately.
 */
export type VisitorWords = {
  footer: string
  /** Button that copies the text below it, and its label afterwards. */
  copy: { button: string; done: string }
  thanks: {
    title: string
    text: string
    /** Puts the host of the site between backticks. */
    back(host: string): string
    /** Shown if the page of the form is unknown. */
    close: string
  }
  refusal: Record<RefusalCase, { title: string; text: string; owner: string | null }>
  refusalPage: {
    inputKept: string
    /** Label of a link to the page of the form; the input is lost there. */
    reload: string
    field: string
    tryAgain(wait: Wait): string
    tryLater: string
    forOwner: string
    details: string
    code: string
    request: string
  }
  formInfo: {
    title: string
    text: string
    state: Record<'unclaimed' | 'claimed' | 'frozen', string>
    inPage: string
    onCommandLine: string
    dryRun: string
    example: {
      name: string
      email: string
      message: string
      send: string
      hello: string
      leaveEmpty: string
    }
  }
  /** For the owner of an address that someone added as a destination. Addresses are masked, `j***@a***.org`. */
  destination: {
    unconfirmed: {
      title: string
      text(hints: { mailbox: string; owner: string }): string
      consent: string
      confirm: string
      decline: string
      /** Consequence of the second button. */
      declineEffect: string
    }
    confirmed: { title: string; text(mailbox: string): string; stop: string }
    /** Its emails were stopped by a link; the button to start them is that of `LinkWords.emails`. */
    stopped: { title: string; text(mailbox: string): string }
    gone: { title: string; text: string }
    /** Declined before it was confirmed. */
    refused: { title: string; text: string }
  }
  signIn: SignInWords
}

/** All sentences of signing in and out. */
export type SignInWords = {
  ask: {
    title: string
    text: string
    email: string
    send: string
    notAnAddress: string
    tooOften(wait: Wait): string
  }
  sent: {
    title: string
    text: string
    code: string
    submit: string
    wrongCode: string
    nothingCame: string
    again: string
    /** Shown if no mail server is configured. */
    keptHere: string
    toEmails: string
  }
  /** Page behind the link in the email. */
  link: { title: string; text: string; button: string }
  /** The same page if another browser requested the email. */
  otherBrowser: {
    title: string
    signIn: string
    confirm: string
    device: string
    time: string
    unknownDevice: string
    ifNotYou: string
  }
  /** Page behind the link in a step-up email. */
  confirm: { title: string; text: string; button: string; doneTitle: string; doneText: string }
  deadLink: { title: string; text: string; again: string }
  signedOut: { title: string; text: string; again: string }
}

/** Refusals that visitors can tell apart; several codes share one. */
export type RefusalCase =
  | 'empty'
  | 'sentByGet'
  | 'field'
  | 'tooManyFields'
  | 'file'
  | 'tooLarge'
  | 'unreadable'
  | 'refused'
  | 'elsewhere'
  | 'inProgress'
  | 'wait'
  | 'challenge'
  | 'frozen'
  | 'monthlyQuota'
  | 'expired'
  | 'retired'
  | 'formNotFound'
  | 'pageNotFound'
  | 'notStored'
  | 'blank'
  | 'unsure'
