import { randomBytes } from 'node:crypto'
import { bindDeeds } from '../actions/deeds.ts'
import { mayBegin } from '../delivery/may-begin.ts'
import { makeKeys } from '../keys.ts'
import { connect } from '../store/connect.ts'
import { openStore } from '../store/open-store.ts'
import type { Passing } from '../store/points.ts'
import type { Writer, WriterEvents, WriterOptions } from './writer.ts'

const LEASE_BYTES = 12

/** Opens the writer in this thread. */
export async function openWriterHere(
  options: WriterOptions,
  events: WriterEvents,
  passing: Passing = () => {},
): Promise<Writer> {
  const keys = makeKeys(Buffer.from(options.secret))
  const store = await openStore({
    connection: await connect(options.database),
    now: options.now,
    secretMark: keys.secretMark,
    minFreeBytes: options.minFreeBytes,
    newLease: () => randomBytes(LEASE_BYTES).toString('base64url'),
    mayBegin,
    ...events,
    passing,
  })
  const { letters } = store
  return { deeds: bindDeeds({ ...options.terms, store, keys }), letters, close: () => store.close() }
}
