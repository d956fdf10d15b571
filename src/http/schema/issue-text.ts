import type { z } from 'zod'

/** Messages of zod itself; those of our schemas are kept. */
const OF_ZOD = /^(?:Too (?:big|small)|Invalid (?:input|option)): /

/** Names of types as people who send JSON call them. */
const TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
}

/** Describes an issue of a value in a few words, without repeating the value. */
export function describeIssue(issue: z.core.$ZodIssue): string {
  if (!OF_ZOD.test(issue.message)) return issue.message
  switch (issue.code) {
    case 'too_big':
      return describeLimit(issue.origin, { bound: 'at most', limit: issue.maximum })
    case 'too_small':
      return Number(issue.minimum) === 1 && issue.origin === 'string'
        ? 'This must not be empty'
        : describeLimit(issue.origin, { bound: 'at least', limit: issue.minimum })
    case 'invalid_type':
      return `This must be ${TYPES[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return issue.values.length === 1
        ? `This must be ${String(issue.values[0])}`
        : `This must be one of ${issue.values.map(String).join(', ')}`
    default:
      return issue.message
  }
}

function describeLimit(
  origin: string,
  { bound, limit }: { bound: 'at most' | 'at least'; limit: number | bigint },
): string {
  const one = limit === 1
  if (origin === 'string') return `This must have ${bound} ${limit} character${one ? '' : 's'}`
  if (origin === 'array') return `This must have ${bound} ${limit} ${one ? 'entry' : 'entries'}`
  return `This must be ${bound} ${limit}`
}
