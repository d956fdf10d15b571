import type { McpCaller } from './caller.ts'
import type { Tool } from './tool.ts'
import { CREATIONS } from './tools/creations.ts'
import { FORMS } from './tools/forms.ts'
import { MESSAGES } from './tools/messages.ts'
import { OWNED } from './tools/owned.ts'
import { SUBMISSIONS } from './tools/submissions.ts'
import { TELEMETRY } from './tools/telemetry.ts'

const TOOLS: readonly Tool[] = [
  ...CREATIONS,
  ...FORMS,
  ...OWNED,
  ...SUBMISSIONS,
  ...TELEMETRY,
  ...MESSAGES,
].toSorted((one, other) => (one.name < other.name ? -1 : 1))

/** Returns the tools that this caller may use, by name. */
export function listTools(caller: McpCaller): Tool[] {
  return TOOLS.filter((tool) => tool.isFor(caller))
}

/** Finds a tool by its name. One that is not for the caller is refused by its route, which says what is missing. */
export function findTool(name: string, caller: McpCaller): Tool | undefined {
  return (
    TOOLS.find((tool) => tool.name === name && tool.isFor(caller)) ?? TOOLS.find((tool) => tool.name === name)
  )
}
