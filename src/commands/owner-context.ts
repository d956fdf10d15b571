import { randomBytes } from 'node:crypto'
import type { Context } from '../actions/context.ts'
import type { Config } from '../config/config.ts'
import type { Keys } from '../domain/keys.ts'
import { createMessageMemory } from '../domain/spam/message-memory.ts'
import { openFileStore } from '../store/files/open-file-store.ts'
import { createSpool } from '../store/files/spool.ts'
import type { Store } from '../store/store.ts'

const NAME_BYTES = 16

/** Creates the context of actions that read what an owner has. A command sends, tests, previews and encrypts nothing. */
export async function createOwnerContext(
  config: Config,
  { store, keys, now }: { store: Store; keys: Keys; now: Date },
): Promise<Context> {
  const { plans, defaultPlan, files } = config
  const fileStore = await openFileStore(files, { now: () => now })
  const newName = () => randomBytes(NAME_BYTES).toString('hex')
  return {
    ...{ plans, defaultPlan, store, keys, fileStore },
    creationLimits: { perHour: config.createPerHour, spacingMs: config.createSpacingMs },
    ownOrigin: '',
    keepsEmails: config.smtp === null,
    hasSpamEngines: false,
    hasScanner: false,
    isScanRequired: config.clamd?.isRequired ?? false,
    messages: createMessageMemory(0),
    spool: createSpool({ folder: files.spoolFolder, newName }),
    signInDelay: () => 0,
    previewEmail: refuse,
    web: { findFault: refuse, newSigningSecret: refuse, test: refuse },
    devices: { findFault: refuse, send: refuse },
    emailKeys: { readPasted: refuse, lookUp: refuse, seal: refuse },
  }
}

function refuse(): never {
  throw new Error('a command only reads')
}
