import type { ConsequenceHandler } from './change-batch.ts'

export const usage: ConsequenceHandler<'usage'> = {
  collect({ usage }, { stored, batch }) {
    if (!batch.counts) throw new Error(`no counts were loaded for ${stored.endpoint.id}`)
    batch.counts.set(stored, usage)
  },
}
