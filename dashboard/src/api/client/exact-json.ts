declare global {
  interface JSON {
    /** ECMA-262, "JSON.rawJSON": a value that is written as it stands. Older browsers have none. */
    rawJSON(text: string): object
  }
}

/**
 * Reads JSON so that `JSON.stringify` writes each number as it was sent: 12345678901234567890 has more digits than
 * JavaScript holds, and 1.50 others than it writes. A browser that cannot tell how a number was sent reads it as always.
 */
export function readExactly(text: string): unknown {
  return JSON.parse(text, exactly)
}

function exactly(_name: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || context?.source === undefined) return value
  if (String(value) === context.source) return value
  return typeof JSON.rawJSON === 'function' ? JSON.rawJSON(context.source) : value
}
