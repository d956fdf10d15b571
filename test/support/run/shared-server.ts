/** Set for the processes of a run; single test files run without it and start servers of their own. */
export const SHARED_SERVERS = 'TEST_SHARED_SERVERS'

/** `template`: the name of a migrated database on the shared PostgreSQL; the others are addresses. */
export type SharedServer = 'postgres' | 'template' | 'browser'

/** Returns the address of a shared server of this run, or null for a test file that runs alone. */
export async function sharedServer(name: SharedServer): Promise<string | null> {
  const servers = process.env[SHARED_SERVERS]
  if (servers === undefined) return null
  const answer = await fetch(`${servers}/${name}`)
  const text = await answer.text()
  if (!answer.ok) throw new Error(`the shared ${name} did not start: ${text}`)
  return text
}
