import { startWatch } from '../../domain/telemetry/watch.ts'
import { liftOneSuppression, recordSuppression } from '../accounts/suppressions.ts'
import { deleteSecretsOfEndpoint } from '../destinations/destination-secrets.ts'
import { releaseDeclinedDeliveries, saveDecline } from '../endpoints/declines.ts'
import { forgetNetwork, releaseHeldEmails } from '../endpoints/endpoint-confirmation.ts'
import { isSameState, saveLanguage, saveSiteHost, saveSuspension } from '../endpoints/endpoints.ts'
import { saveSettings } from '../endpoints/stored-settings.ts'
import { deleteObservations } from '../health/observations.ts'
import { recordOperatorEntry } from '../operator/operator-log.ts'
import { deleteFirstKey } from '../outbox/notices.ts'
import { deleteWebEvents } from '../outbox/web-events.ts'
import { purgeQueue } from '../queues/purge-messages.ts'
import { purgeEndpoint } from '../submissions/submissions.ts'
import { deleteAnnotations } from '../telemetry/annotations.ts'
import { deleteWatches } from '../telemetry/watches.ts'
import type { ConsequenceHandler } from './change-batch.ts'

export const endpoint: ConsequenceHandler<'endpoint'> = {
  collect({ facts }, { stored, batch }) {
    if (!isSameState(stored.endpoint, facts)) batch.changedStates.add(stored)
    stored.endpoint = facts
    batch.changedEndpoints.add(stored)
  },
}

export const settings: ConsequenceHandler<'settings'> = {
  collect({ settings }, { stored }) {
    stored.endpoint = { ...stored.endpoint, settings, version: stored.endpoint.version + 1 }
  },
  effect: (_settings, { stored }, { db }) => saveSettings(db, stored),
}

export const suspension: ConsequenceHandler<'suspension'> = {
  collect({ suspension }, { stored }) {
    stored.endpoint = { ...stored.endpoint, suspension }
    stored.isSuspended = suspension !== null
  },
  async effect({ suspension, operator }, { stored, now, batch: { nextKey } }, { db }) {
    await saveSuspension(db, { key: stored.key, suspension })
    const action = suspension === null ? 'endpoint_unsuspended' : 'endpoint_suspended'
    const entry = { action, subject: stored.endpoint.id, detail: suspension?.reason ?? null } as const
    await recordOperatorEntry({ db, nextKey }, { ...entry, operator, now })
  },
}

export const language: ConsequenceHandler<'language'> = {
  collect({ language }, { stored }) {
    stored.endpoint = { ...stored.endpoint, language }
  },
  effect: (_language, { stored }, { db }) => saveLanguage(db, stored),
}

export const site: ConsequenceHandler<'site'> = {
  collect({ host }, { stored }) {
    stored.endpoint = { ...stored.endpoint, siteHost: host }
  },
  effect: (_site, { stored }, { db }) => saveSiteHost(db, stored),
}

export const confirmation: ConsequenceHandler<'confirmation'> = {
  collect(_confirmation, { stored, now, batch }) {
    if (stored.watches.length === 0) return
    stored.watches = stored.watches.map((watch) => startWatch(watch, now))
    batch.watchedEndpoints.add(stored)
  },
  async effect(_confirmation, { stored, now }, { db }) {
    const { key: endpointKey, mailboxKey } = stored
    await forgetNetwork(db, endpointKey)
    await releaseHeldEmails(db, { endpointKey, mailboxKey, now })
  },
}

export const emailsReleased: ConsequenceHandler<'emails_released'> = {
  effect: (_released, { stored: { key: endpointKey, mailboxKey }, now }, { db }) =>
    releaseHeldEmails(db, { endpointKey, mailboxKey, now }),
}

export const declined: ConsequenceHandler<'declined'> = {
  async effect(_declined, { stored, now }, { db }) {
    const { endpoint, mailboxKey } = stored
    await saveDecline(db, stored)
    await recordSuppression(db, { mailboxKey, cause: endpoint.id, now })
  },
}

export const declineUndone: ConsequenceHandler<'decline_undone'> = {
  async effect(_undone, { stored, now }, { db }) {
    const { key: endpointKey, endpoint, mailboxKey } = stored
    await saveDecline(db, stored)
    await liftOneSuppression(db, { mailboxKey, cause: endpoint.id })
    await releaseDeclinedDeliveries(db, { endpointKey, now })
  },
}

export const purge: ConsequenceHandler<'purge'> = {
  collect(_purge, { stored, now }) {
    stored.endpoint = { ...stored.endpoint, purgedAt: now, siteHost: null }
  },
  async effect(_purge, { stored, batch }, { db }) {
    await saveDecline(db, stored)
    await saveSiteHost(db, stored)
    await forgetNetwork(db, stored.key)
    await purgeEndpoint(db, stored.key)
    await deleteSecretsOfEndpoint(db, stored.key)
    await deleteWebEvents(db, [stored.key])
    await deleteObservations(db, stored.key)
    await deleteWatches(db, stored.key)
    await deleteAnnotations(db, stored.key)
    await purgeQueue(db, batch.getTally(), stored.key)
    await deleteFirstKey(db, { key: stored.key, endpointId: stored.endpoint.id })
  },
}
