declare global {
  interface JSON {
    /** ECMA-262, "JSON.rawJSON": a value that is serialized verbatim. Missing in older browsers. */
    rawJSON(text: string): object
  }
}

/**
 * Parses JSON so that `JSON.stringify` writes each number as it was sent, such as 12345678901234567890 or 1.50. A
 * browser without `JSON.rawJSON` parses numbers as usual.
 */
export function readExactly(text: string): unknown {
  return JSON.parse(text, exactly)
}

function exactly(_name: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || context?.source === undefined) return value
  if (String(value) === context.source) return value
  return typeof JSON.rawJSON === 'function' ? JSON.rawJSON(context.source) : value
}
