import type { Kysely } from 'kysely'
import { loadEndpoints, type StoredEndpoint, saveEndpoints } from './endpoints.ts'
import { insertJobs, type NewJob } from './jobs.ts'
import { openOwner, recordConsent, recordSuppression } from './mailboxes.ts'
import type { Passing } from './points.ts'
import { openRememberedAnswers } from './remembered-answers.ts'
import type { Schema } from './schema.ts'
import type { Sequences } from './sequences.ts'
import type { ChangeRequest, Consequence, Once } from './store.ts'
import { insertSubmissions, type NewSubmission, purgeEndpoint } from './submissions.ts'

/**
 * Carries out many changes inside one transaction: loads all their endpoints at once, decides one after the other,
 * each seeing what the ones before it decided, and saves everything with a few statements.
 */
export async function applyChanges(
  db: Kysely<Schema>,
  sequences: Sequences,
  requests: readonly ChangeRequest<unknown>[],
  passing: Passing,
): Promise<Once<unknown>[]> {
  const endpoints = await loadEndpoints(db, [...new Set(requests.map((request) => request.endpointId))])
  const remembered = await openRememberedAnswers(
    db,
    requests.map((request) => request.once),
  )
  const changed = new Set<StoredEndpoint>()
  const submissions: NewSubmission[] = []
  const jobs: NewJob[] = []
  /** Effects that are rare; they run after what is above has been saved. */
  const effects: (() => Promise<void>)[] = []

  function take(consequence: Consequence, stored: StoredEndpoint, now: Date): void {
    switch (consequence.kind) {
      case 'endpoint':
        stored.endpoint = consequence.facts
        changed.add(stored)
        return
      case 'submission': {
        const { key, fields, spamReasons } = consequence
        submissions.push({ key, endpointKey: stored.key, receivedAt: now, fields, spamReasons })
        return
      }
      case 'letter': {
        const { letter, submissionKey, mailboxKey } = consequence
        const key = sequences.next('job')
        jobs.push({ key, kind: letter, endpointKey: stored.key, submissionKey, mailboxKey, createdAt: now })
        return
      }
      case 'owner':
        effects.push(async () => {
          const owner = await openOwner(db, sequences, { ...consequence, now })
          await saveEndpoints(db, [Object.assign(stored, owner)])
        })
        return
      case 'consent':
        effects.push(() => recordConsent(db, consequence.mailboxKey, now))
        return
      case 'suppression':
        effects.push(() => recordSuppression(db, { ...consequence, now }))
        return
      case 'purge':
        effects.push(() => purgeEndpoint(db, stored.key))
        return
    }
  }

  function decide(request: ChangeRequest<unknown>): Once<unknown> {
    const { now, once } = request
    const earlierAnswer = remembered.recall(once, now)
    if (earlierAnswer) return earlierAnswer
    const stored = endpoints.get(request.endpointId) ?? null
    const change = request.decide(stored, () => sequences.next('submission'))
    if (stored) for (const consequence of change.consequences) take(consequence, stored, now)
    if (once && change.remember) remembered.remember({ once, answer: change.answer, now })
    return { kind: 'fresh', answer: change.answer }
  }

  const results = requests.map(decide)
  await saveEndpoints(db, [...changed])
  await insertSubmissions(db, submissions)
  if (submissions.length > 0) passing('submission saved')
  await insertJobs(db, jobs)
  if (jobs.length > 0) passing('jobs saved')
  await remembered.save()
  for (const effect of effects) await effect()
  return results
}
