import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { describe, test } from 'node:test'
import { countLostSecrets, resealSecrets } from '../../src/actions/maintenance/reseal-secrets.ts'
import type { Keys } from '../../src/domain/keys.ts'
import { getDestinationPlace } from '../../src/domain/secret-place.ts'
import { createKeys } from '../../src/ids/keys.ts'
import type { Consequence } from '../../src/store/contract/changes.ts'
import type { Store } from '../../src/store/store.ts'
import { storeEndpoint } from '../support/stores/stored-endpoint.ts'
import { NOW, storePlaces } from '../support/stores/stores.ts'

const OLD = 'the old link secret, long enough to be one'
const NEW = 'the new link secret, long enough to be one'
const PROCESS = path.join(import.meta.dirname, '../support/stores/reseal-process.ts')
/** Destinations: four batches. */
const COUNT = 180

const { names, places, openPlace, withStores } = storePlaces()
const before = createKeys('the secret', { current: OLD, old: null, clock: { now: () => NOW } })
const during = createKeys('the secret', {
  current: NEW,
  old: { secret: OLD, until: NOW },
  clock: { now: () => NOW },
})
const after = createKeys('the secret', { current: NEW, old: null, clock: { now: () => NOW } })

/** Saves the address and the signing secret of a destination, sealed with the link secret of `keys`. */
async function save(
  store: Store,
  keys: Keys,
  of: { endpointId: string; destinationId: string },
  version = 1,
) {
  const { destinationId } = of
  const seal = (column: 'address' | 'signing') =>
    keys.sealSecret(`${column} ${version} of ${destinationId}`, getDestinationPlace(column, of))
  // Only every second one is signed.
  const signing = Number(destinationId.slice('dst_'.length)) % 2 === 0 ? seal('signing') : null
  await change(store, of, { address: seal('address'), signing })
}

async function change(
  store: Store,
  { endpointId, destinationId }: { endpointId: string; destinationId: string },
  sealed: { address?: string; signing?: string | null },
) {
  const secret: Consequence = { kind: 'destination_secret', destinationId, ...sealed }
  await store.change({
    endpointId,
    now: NOW,
    idempotencyKey: null,
    decide: () => ({ answer: null, remember: false, consequences: [secret] }),
  })
}

async function open(store: Store, keys: Keys, of: { endpointId: string; destinationId: string }) {
  const found = await store.findDestinationSecret(of)
  assert.ok(found)
  const { address, signing } = found
  return {
    address: keys.openSecret(address, getDestinationPlace('address', of)),
    signing: signing && keys.openSecret(signing, getDestinationPlace('signing', of)),
  }
}

/** Saves destinations of two endpoints. */
async function saveMany(store: Store, keys: Keys) {
  const endpoints = [await storeEndpoint(store, 'form'), await storeEndpoint(store, 'telemetry')]
  const all = Array.from({ length: COUNT }, (_, index) => ({
    endpointId: endpoints[index % 2] ?? '',
    destinationId: `dst_${index}`,
  }))
  await Promise.all(all.map((of) => save(store, keys, of)))
  return all
}

async function expectAll(
  store: Store,
  keys: Keys,
  all: readonly { endpointId: string; destinationId: string; version?: number }[],
) {
  for (const { version = 1, ...of } of all) {
    const id = of.destinationId
    const isSigned = Number(id.slice('dst_'.length)) % 2 === 0
    assert.deepEqual(await open(store, keys, of), {
      address: `address ${version} of ${id}`,
      signing: isSigned ? `signing ${version} of ${id}` : null,
    })
  }
}

for (const place of names) {
  describe(`a rotation of the link secret on ${place}`, () => {
    test('seals everything again while two nodes do it at once and destinations change', () =>
      withStores(place, 2, async (store, other) => {
        const all: { endpointId: string; destinationId: string; version?: number }[] = await saveMany(
          store,
          before,
        )
        let isDone = false
        async function changeMany() {
          let version = 2
          while (!isDone) {
            const at = (version * 37) % COUNT
            const changed = all[at]
            assert.ok(changed)
            // A node that was not restarted yet seals with the old secret.
            const keys = version % 2 === 0 ? before : during
            await save(other, keys, changed, version)
            all[at] = { ...changed, version }
            const added = { endpointId: changed.endpointId, destinationId: `dst_${COUNT + version}` }
            await save(store, keys, added)
            all.push(added)
            version += 1
          }
          return version
        }
        const changing = changeMany()
        const passes = await Promise.all([
          resealSecrets({ keys: during, store }),
          resealSecrets({ keys: during, store: other }),
        ])
        isDone = true
        assert.ok((await changing) > 4, 'destinations have changed meanwhile')
        for (const { lost } of passes) assert.equal(lost, 0)
        const sealed = passes.reduce((sum, { resealed }) => sum + resealed, 0)
        assert.ok(sealed > 0)
        await expectAll(store, during, all)
        await resealSecrets({ keys: during, store })
        await expectAll(store, after, all)
        assert.deepEqual(await resealSecrets({ keys: during, store }), { resealed: 0, lost: 0 })
      }))

    test('goes on after a process that was killed in the middle', async () => {
      const at = await places[place]()
      const first = await openPlace(at)
      const all = await saveMany(first, before)
      await first.close()
      const child = spawn(process.execPath, [PROCESS, at.url, NEW, OLD], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const exited = once(child, 'exit')
      let lines = 0
      for await (const _line of createInterface(child.stdout)) {
        lines += 1
        if (lines === 3) child.kill('SIGKILL')
      }
      assert.equal((await exited)[1], 'SIGKILL')
      const store = await openPlace(at)
      const left = await store.maintenance.countSealedOtherwise([during.sealKeyIds.current])
      assert.ok(left > 0 && left < COUNT, `${left} of ${COUNT} are left`)
      await expectAll(store, during, all)
      assert.deepEqual(await resealSecrets({ keys: during, store }), { resealed: left, lost: 0 })
      await expectAll(store, after, all)
      await store.close()
      await at.close()
    })

    test('counts what no link secret opens, and leaves it as it is', () =>
      withStores(place, 1, async (store) => {
        const foreign = createKeys('another secret')
        // More than a batch, before all others.
        const lost = await saveMany(store, foreign)
        const endpointId = await storeEndpoint(store, 'form')
        const old = { endpointId, destinationId: 'dst_2' }
        const current = { endpointId, destinationId: 'dst_4' }
        await save(store, before, old)
        await save(store, after, current)
        assert.equal(await countLostSecrets({ keys: during, store }), COUNT)
        assert.equal(await countLostSecrets({ keys: after, store }), COUNT + 1)
        assert.deepEqual(await resealSecrets({ keys: during, store }), { resealed: 1, lost: COUNT })
        assert.deepEqual(await resealSecrets({ keys: during, store }), { resealed: 0, lost: COUNT })
        assert.equal(await countLostSecrets({ keys: after, store }), COUNT)
        await expectAll(store, after, [old, current])
        await expectAll(store, foreign, lost)
      }))

    test('seals the one of two secrets that still has the old seal', () =>
      withStores(place, 1, async (store) => {
        const endpointId = await storeEndpoint(store, 'form')
        for (const column of ['address', 'signing'] as const) {
          const of = { endpointId, destinationId: 'dst_2' }
          await save(store, after, of)
          const text = `${column} 1 of dst_2`
          const sealed = before.sealSecret(text, getDestinationPlace(column, of))
          await change(store, of, { [column]: sealed })
          assert.deepEqual(await resealSecrets({ keys: during, store }), { resealed: 1, lost: 0 })
          await expectAll(store, after, [of])
        }
      }))

    test('stops where it is told to', () =>
      withStores(place, 1, async (store) => {
        await saveMany(store, before)
        let batches = 0
        const { resealed } = await resealSecrets({ keys: during, store }, () => ++batches <= 1)
        assert.equal(resealed, 50)
      }))
  })
}
