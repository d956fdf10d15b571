import assert from 'node:assert/strict'
import type { Context } from '../../../src/actions/context.ts'
import { PLANS } from '../../../src/domain/plans/plan.ts'
import { createMessageMemory } from '../../../src/domain/spam/message-memory.ts'
import { createKeys } from '../../../src/ids/keys.ts'
import type { Store } from '../../../src/store/store.ts'
import { NO_FILES } from '../fixtures/no-files.ts'
import { NO_DEVICES, NO_EMAIL_KEYS, NO_WEB } from '../fixtures/no-web.ts'

export const keys = createKeys('the secret of the instance that is under test')

/** Returns what actions on this store need; they post nothing and touch no files. */
export function createActionContext(store: Store): Context {
  return {
    ...{ plans: PLANS, defaultPlan: 'free', creationLimits: { perHour: 0, spacingMs: 0 } },
    store,
    keys,
    previewEmail: () => assert.fail('nothing is previewed here'),
    signInDelay: () => 0,
    ownOrigin: 'https://forms.acme.org',
    hasSpamEngines: false,
    keepsEmails: false,
    messages: createMessageMemory(1),
    web: NO_WEB,
    emailKeys: NO_EMAIL_KEYS,
    devices: NO_DEVICES,
    ...NO_FILES,
  }
}
