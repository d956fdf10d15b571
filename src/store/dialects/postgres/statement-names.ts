/** Maximum number of statements whose plans a connection keeps: each takes memory of the server. */
const MAX_NAMED_STATEMENTS = 200

const names = new Map<string, string>()

/** Returns the name under which connections keep the plan of this statement; undefined once there are too many. */
export function toStatementName(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= MAX_NAMED_STATEMENTS) return known
  const name = `formslot_${names.size}`
  names.set(text, name)
  return name
}
