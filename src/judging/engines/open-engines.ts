import type { EngineDeps, Engines } from './engines.ts'

/** Creates the clients of the operator's spam filters; a service without any does not load them. */
export async function openEngines(deps: EngineDeps): Promise<Engines | null> {
  if (!deps.settings.rspamd && !deps.settings.spamd) return null
  const { createEngines } = await import('./engines.ts')
  return createEngines(deps)
}
