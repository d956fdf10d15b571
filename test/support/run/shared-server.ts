/** Set for the processes of a run; single test files run without it and start servers of their own. */
export const SHARED_SERVERS = 'TEST_SHARED_SERVERS'

/**
 * `template`: the name of a migrated database on the shared PostgreSQL. `template-file`: the path of a migrated SQLite file.
 * The others are addresses.
 */
export type SharedServer = 'postgres' | 'template' | 'template-file' | 'browser'

/** By name, since they stay the same: each is asked for once in a process. */
const found = new Map<SharedServer, Promise<string | null>>()

/** Returns the address of a shared server of this run, or null for a test file that runs alone. */
export function sharedServer(name: SharedServer): Promise<string | null> {
  const address = found.get(name) ?? ask(name)
  found.set(name, address)
  return address
}

async function ask(name: SharedServer): Promise<string | null> {
  const servers = process.env[SHARED_SERVERS]
  if (servers === undefined) return null
  const answer = await fetch(`${servers}/${name}`)
  const text = await answer.text()
  if (!answer.ok) throw new Error(`the shared ${name} did not start: ${text}`)
  return text
}
