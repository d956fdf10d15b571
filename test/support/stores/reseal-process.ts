/**
 * Seals the secrets of a database again, in a process that a test kills in the middle.
 *
 * Usage: node reseal-process.ts <database address> <link secret> <old link secret>; prints a line after each batch.
 */
import { resealSecrets } from '../../../src/actions/maintenance/reseal-secrets.ts'
import { parseDatabaseUrl } from '../../../src/config/database.ts'
import { createKeys } from '../../../src/ids/keys.ts'
import { connect } from '../../../src/store/dialects/connect.ts'
import { openStore } from '../../../src/store/open-store.ts'

const NOW = new Date('2026-11-10T09:00:00.000Z')
const [address = '', current = '', secret = ''] = process.argv.slice(2)
const database = parseDatabaseUrl(address)
if (database.kind === 'fault') throw new Error(database.problem)
const store = await openStore({
  connection: await connect(database.value),
  now: NOW,
  hmacSecret: 'the secret',
  minFreeBytes: 0,
  newLease: () => 'reseal',
  onBroken: (error) => {
    throw error
  },
  onFault: (error) => {
    throw error
  },
  readInThisThread: true,
  failpoint: undefined,
})
const keys = createKeys('the secret', { current, old: { secret, until: NOW }, clock: { now: () => NOW } })
await resealSecrets({ keys, store }, () => {
  console.log('next batch')
  return true
})
await store.close()
