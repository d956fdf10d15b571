import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Observed } from '../../../src/domain/health/observations.ts'
import type { RefusalCode } from '../../../src/domain/refusal.ts'
import { createFormObservations } from '../../../src/http/forms/form-observations.ts'

const NOW = new Date('2026-11-20T10:00:00Z')
const SPAM: Observed = { kind: 'spam', isOnlyRepeated: false }
const MAX_COLLECTED = 1000

function collect() {
  const saved: string[][] = []
  const lost: unknown[] = []
  let isFull = false
  const observations = createFormObservations({
    async save(batch) {
      if (isFull) throw new Error('the disk is full')
      saved.push(batch.map(({ endpointId, hour }) => `${endpointId} ${hour % 24}`))
    },
    isTimed: false,
    onLost: (reason) => lost.push(reason),
  })
  return { observations, saved, lost, fill: () => (isFull = true) }
}

function refused(code: RefusalCode): Observed {
  return { kind: 'refused', code, page: { origin: null, referer: null } }
}

test('saves what was collected once, by form and hour', async () => {
  const { observations, saved } = collect()
  observations.record('f_1', SPAM, NOW)
  observations.record('f_1', SPAM, NOW)
  observations.record('f_1', SPAM, new Date('2026-11-20T11:00:00Z'))
  await observations.flush()
  await observations.close()
  assert.deepEqual(saved, [['f_1 10', 'f_1 11']])
})

test('collects a limited number of forms: made-up ids push out none, and the oldest goes first', async () => {
  const { observations, saved } = collect()
  for (let form = 0; form < MAX_COLLECTED; form += 1) observations.record(`f_${form}`, SPAM, NOW)
  for (const code of ['submit_rate', 'idempotency_key_invalid'] as const)
    observations.record('f_made_up', refused(code), NOW)
  await observations.flush()
  assert.equal(saved[0]?.length, MAX_COLLECTED)
  assert.ok(saved[0]?.includes('f_0 10') && !saved[0].includes('f_made_up 10'))

  for (let form = 0; form <= MAX_COLLECTED; form += 1) observations.record(`f_${form}`, SPAM, NOW)
  await observations.flush()
  assert.equal(saved[1]?.length, MAX_COLLECTED)
  assert.ok(!saved[1]?.includes('f_0 10') && saved[1]?.includes(`f_${MAX_COLLECTED} 10`))
})

test('observes no refusal of an unknown form or of a service at fault', async () => {
  const { observations, saved } = collect()
  observations.record('f_1', refused('endpoint_not_found'), NOW)
  observations.record('f_1', refused('store_busy'), NOW)
  await observations.flush()
  assert.deepEqual(saved, [])
  observations.record('f_1', refused('fields_missing'), NOW)
  await observations.flush()
  assert.equal(saved.length, 1)
})

test('loses what cannot be saved, and goes on', async () => {
  const { observations, saved, lost, fill } = collect()
  fill()
  observations.record('f_1', SPAM, NOW)
  await observations.flush()
  assert.deepEqual([saved.length, lost.length], [0, 1])
})
