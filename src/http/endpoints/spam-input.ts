import { z } from 'zod'
import {
  CHALLENGES,
  MAX_SPAM_ENTRY_LENGTH,
  MAX_SPAM_LIST_ENTRIES,
  readSpamEntry,
  SPAM_LEVELS,
  type SpamEntryProblem,
  type SpamSettings,
} from '../../domain/spam/spam-settings.ts'

const PROBLEMS: Readonly<Record<SpamEntryProblem, string>> = {
  empty: 'This entry is empty',
  too_long: `An entry can have at most ${MAX_SPAM_ENTRY_LENGTH} characters`,
  control_character: 'An entry is one line without control characters',
  url: 'This is a URL. Enter its domain alone, such as example.com',
  address_invalid: 'This is not an email address. Enter an address such as bo@example.com, or a domain',
  domain_invalid: 'This is not a domain. Enter a domain such as example.com, which covers its subdomains',
  wildcard: 'Wildcards are not supported. Enter the whole word, or a domain, which covers its subdomains',
  no_letter: 'An entry must contain a letter or a digit',
}

const entry = z
  .string()
  // An API client that sends a whole file is refused before it is normalized.
  .max(4 * MAX_SPAM_ENTRY_LENGTH, PROBLEMS.too_long)
  .superRefine((text, { addIssue }) => {
    const read = readSpamEntry(text)
    if (read.kind === 'problem') addIssue({ code: 'custom', message: PROBLEMS[read.problem] })
  })
const list = z
  .array(entry)
  .max(MAX_SPAM_LIST_ENTRIES, `A list can have at most ${MAX_SPAM_LIST_ENTRIES} entries`)
const KINDS_OF_ENTRIES =
  'a word or phrase, a domain (example.com, which covers its subdomains), or an email address'

const LEVEL = z
  .enum(SPAM_LEVELS)
  .describe(
    'Level of the filter: off: only the honeypot makes a submission spam. A claim sets normal; forms that were claimed before the filter existed are off.',
  )
const CHALLENGE = z
  .enum(CHALLENGES)
  .describe(
    'Proof of work: score: a submission without one is more likely to be spam. required: it is refused.',
  )

/** Schema of a change of the spam settings: omitted fields keep their value. */
export const SPAM_INPUT = {
  spam: z
    .strictObject({
      level: LEVEL.optional(),
      block: list
        .optional()
        .describe(`Entries that make a submission spam, each ${KINDS_OF_ENTRIES}. Replaces the list.`),
      allow: list
        .optional()
        .describe(
          `Entries that keep a submission in the inbox, each ${KINDS_OF_ENTRIES}; they win over block. Replaces the list.`,
        ),
    })
    .optional(),
  challenge: CHALLENGE.optional(),
}

/** Schema of the spam settings of a form. */
export const SPAM_SHAPE = {
  spam: z.object({
    level: LEVEL,
    block: z.array(z.string()).describe(`Entries that make a submission spam, each ${KINDS_OF_ENTRIES}.`),
    allow: z.array(z.string()).describe('Entries that keep a submission in the inbox; they win over block.'),
  }),
  challenge: CHALLENGE,
}

/** Converts the spam settings of a request to a change: each entry once, as it is matched. */
export function toSpamChange(
  spam: NonNullable<z.output<(typeof SPAM_INPUT)['spam']>>,
): Partial<SpamSettings> {
  const { level, block, allow } = spam
  return {
    ...(level === undefined ? {} : { level }),
    ...(block === undefined ? {} : { block: normalizeList(block) }),
    ...(allow === undefined ? {} : { allow: normalizeList(allow) }),
  }
}

function normalizeList(entries: readonly string[]): string[] {
  const read = entries.map(readSpamEntry)
  return [...new Set(read.flatMap((one) => (one.kind === 'entry' ? [one.entry] : [])))]
}
