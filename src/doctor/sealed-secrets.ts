import { existsSync } from 'node:fs'
import type { Config } from '../config/config.ts'
import type { Keys, ResealedSecret } from '../domain/keys.ts'
import { getDestinationPlace } from '../domain/secret-place.ts'
import { listSealedOtherwise, type SealedRow } from '../store/destinations/sealed-secrets.ts'
import { connect } from '../store/dialects/connect.ts'
import type { Connection } from '../store/engine/connection.ts'
import { type Finding, fail, getErrorMessage, ok, warn } from './finding.ts'

const NAME = 'sealed secrets'
/** Destinations per read. */
const BATCH_SIZE = 500

/**
 * Opens the sealed secrets of all destinations, and says whether the old link secret is still needed.
 *
 * @param loadKeys called where there is a database
 */
export async function checkSealedSecrets({ database }: Config, loadKeys: () => Keys): Promise<Finding[]> {
  if (database.kind === 'sqlite' && !existsSync(database.file)) return []
  let connection: Connection | null = null
  try {
    const keys = loadKeys()
    connection = await connect(database)
    return describe(await countByKind(connection, keys))
  } catch (error) {
    return [warn(NAME, getErrorMessage(error), 'start the service once; it updates the database')]
  } finally {
    await connection?.close()
  }
}

type Counts = Record<ResealedSecret['kind'], number>

async function countByKind({ reads }: Connection, keys: Keys): Promise<Counts> {
  const counts: Counts = { current: 0, resealed: 0, lost: 0 }
  let after: SealedRow | null = null
  for (;;) {
    const rows: SealedRow[] = await listSealedOtherwise(reads, { keyIds: [], after, limit: BATCH_SIZE })
    for (const row of rows) {
      for (const column of ['address', 'signing'] as const) {
        const sealed = row[column]
        if (sealed !== null) counts[keys.resealSecret(sealed, getDestinationPlace(column, row)).kind] += 1
      }
    }
    if (rows.length < BATCH_SIZE) return counts
    after = rows.at(-1) ?? null
  }
}

function describe({ current, resealed: old, lost }: Counts): Finding[] {
  const lostFinding = fail(
    NAME,
    `${count(lost)} of destinations cannot be opened: sealed with a link secret that is not configured, or changed by hand; these destinations get nothing`,
    'name the link secret that sealed them in FORMSLOT_OLD_LINK_SECRET; if it is lost, their owners have to save the addresses again',
  )
  const oldFinding = warn(
    NAME,
    `${count(old)} of destinations ${old === 1 ? 'is' : 'are'} still sealed with the old link secret`,
    `do not remove FORMSLOT_OLD_LINK_SECRET yet: ${count(old)}. The service seals them with the new one by itself, 10 minutes after its start (three hours after a restore)`,
  )
  const findings = [...(lost > 0 ? [lostFinding] : []), ...(old > 0 ? [oldFinding] : [])]
  if (findings.length > 0) return findings
  return [
    ok(NAME, current === 0 ? 'none' : `${count(current)} of destinations, all sealed with the link secret`),
  ]
}

function count(secrets: number): string {
  return secrets === 1 ? '1 secret' : `${secrets} secrets`
}
