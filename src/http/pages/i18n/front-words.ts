import type { Wait } from './visitor-words.ts'

/** A step or a promise: a name and a sentence about it. Text between backticks is shown as code. */
export type Point = { name: string; text: string }

/** All sentences of the landing page and the start page, in one language. */
export type FrontWords = {
  nav: { docs: string; signIn: string; dashboard: string; languages: string; menu: string }
  home: {
    title: string
    lead: string
    recipient: string
    create: string
    noSignUp: string
    /** Drawing of the product: label for screen readers, name of the folder, subject of an email, first words of messages. */
    picture: { label: string; inbox: string; subject: string; messages: readonly [string, string, string] }
    /** Forms, telemetry endpoints and queues. */
    kinds: { title: string; list: readonly [Point, Point, Point] }
    /** The text introduces the commands. */
    selfHosting: Point
    otherWays: { title: string; shell: string; agent: string }
    steps: { title: string; list: readonly [Point, Point, Point] }
    promises: { title: string; list: readonly [Point, Point, Point, Point] }
    limits: string
    problem: {
      missing: string
      invalid: string
      placeholder: string
      multiple: string
      suppressed: string
      /** A form was created from the same network within the last two seconds. */
      tooSoon: string
      tooMany(wait: Wait): string
      notStored: string
      /** The disk is full, which waiting does not change. */
      noSpace: string
      /** Explains that the browser computes first, and what it needs for it. */
      proofNeeded: string
    }
  }
  start: {
    title: string
    /** An address between backticks: masked, `j***@a***.org`, or once in full. */
    lead(address: string): string
    formUrl: string
    snippet: string
    /** Above the line that loads the script for forms. */
    withScript: string
    /** Sentences about what has arrived so far. Names of fields, sites and code are between backticks. */
    arrivals: {
      waiting: Point
      arrived: Point
      refused: Point
      from(site: string): string
      /** Of the claim email; `hint` masks the address and is between backticks. */
      emailed(hint: string): string
      held(hint: string): string
      /** Link below `held`. */
      signIn: string
      fields(names: string): string
      /** Heading of the findings. */
      notes: string
      expected(field: string): string
      withoutName: string
      byGet: string
      wrongOrigin: string
      files: string
      withoutEmail: string
      withoutHoneypot: string
      hiddenPage: string
    }
    /** `again` takes the place of both once a message has arrived. */
    tryIt: { name: string; text: string; again: string }
    claim: {
      title: string
      /** The first step once a message has arrived. */
      arrived: string
      steps: readonly [string, string]
      limits: string
    }
    keep: string
    /** Precedes `startOver` when the domain of the address looks mistyped. */
    didYouMean(address: string): string
    /** Link below the full address, which is shown once. */
    startOver: string
    another: string
  }
}
