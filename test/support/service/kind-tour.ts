import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { confirmSession, createCalls, FROM_HERE, type Owner, signIn } from '../fixtures/owner.ts'
import { type Given, openContract } from './contract.ts'
import { BO, startService, type TestService } from './service.ts'

type Calls = ReturnType<typeof createCalls>
type Tour = {
  service: TestService
  ada: Owner
  check(method: string, path: string, answer: Given): void
  /** The first endpoint created, and its path below `/api/v1`. */
  made: Given
  place: string
}

/**
 * Provokes every documented response of one kind of endpoint; here the responses common to all kinds, from creation to a
 * full disk.
 *
 * @param kind.path below `/api/v1`
 * @param kind.unknown an unused id of this kind
 * @param own.whileActive provokes the responses specific to the kind, while its first endpoint accepts data
 * @param own.onceRetired the same after it is retired
 * @param own.whenFull the same on a full disk
 */
export async function takeKindTour(
  kind: { tag: string; path: string; unknown: string },
  own: {
    whileActive(tour: Tour): Promise<void>
    onceRetired?(tour: Tour): Promise<void>
    whenFull?(tour: Tour & { her: Calls }): Promise<void>
  },
): Promise<void> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'formslot-tour-'))
  // A full disk is part of the tour, and a SQLite file alone has one.
  await using service = await startService({ dataDir, database: 'file' })
  const { check, notGiven } = openContract((await service.get('/openapi.json')).text)
  const ada = await signIn(service)
  const all = `/api/v1${kind.path}`
  const one = `${all}/{id}`
  const unknown = `${kind.path}/${kind.unknown}`

  check('get', all, await ada.get(`${kind.path}?cursor=x`))
  const key = { 'idempotency-key': 'a-key-of-the-tour' }
  const made = await ada.post(kind.path, { name: 'Shop' }, key)
  check('post', all, made)
  check('get', all, await ada.get(kind.path))
  check('get', all, await ada.get(`${kind.path}?limit=0`))
  check('post', all, await ada.post(kind.path, { name: 'Shop' }, key))
  check('post', all, await ada.post(kind.path, { name: 'Other' }, key))
  check('post', all, await ada.post(kind.path, {}, { 'idempotency-key': 'x' }))
  check('post', all, await ada.post(kind.path, { recipient: 'bo@builds.dev' }))
  check('post', all, await ada.post(kind.path, { colour: 'red' }))
  for (let count = 1; count < 60; count += 1) await ada.post(kind.path)
  check('post', all, await ada.post(kind.path))

  const place = `${kind.path}/${made.json.id}`
  check('get', one, await ada.get(place))
  check('get', one, await ada.get(unknown))
  check('get', one, await ada.get(`${place}?x=y`))
  check('patch', one, await ada.patch(place, { name: 'Till' }))
  check('patch', one, await ada.patch(place, { name: 'Late' }, { 'if-match': '"0"' }))
  check('patch', one, await ada.patch(place, { name: '' }))
  check('patch', one, await ada.patch(unknown, { name: 'x' }))
  const tour = { service, ada, check, made, place }
  await own.whileActive(tour)
  check('get', `${all}/unclaimed`, await ada.get(`${kind.path}/unclaimed`))
  check('get', `${all}/unclaimed`, await ada.get(`${kind.path}/unclaimed?x=y`))
  check('post', `${one}/claim`, await ada.post(`${place}/claim`))
  check('post', `${one}/claim`, await ada.post(`${unknown}/claim`))
  check('post', `${one}/claim`, await ada.post(`${place}/claim`, { x: 'y' }))
  check('post', `${one}/confirm`, await ada.post(`${place}/confirm`))
  check('post', `${one}/confirm`, await ada.post(`${unknown}/confirm`))
  check('post', `${one}/confirm`, await ada.post(`${place}/confirm`, { x: 'y' }))
  check('post', `${one}/decline`, await ada.post(`${place}/decline`))
  check('post', `${one}/decline`, await ada.post(`${unknown}/decline`))
  check('post', `${one}/decline`, await ada.post(`${place}/decline`, { x: 'y' }))
  check('post', `${one}/undo-decline`, await ada.post(`${place}/undo-decline`))
  check('post', `${one}/undo-decline`, await ada.post(`${unknown}/undo-decline`))
  check('post', `${one}/undo-decline`, await ada.post(`${place}/undo-decline`, { x: 'y' }))
  check('post', `${one}/retire`, await ada.post(`${place}/retire`))
  check('post', `${one}/claim`, await ada.post(`${place}/claim`))
  check('post', `${one}/undo-decline`, await ada.post(`${place}/undo-decline`))
  check('post', `${one}/decline`, await ada.post(`${place}/decline`))
  check('post', `${one}/retire`, await ada.post(`${unknown}/retire`))
  check('post', `${one}/retire`, await ada.post(`${place}/retire`, { x: 'y' }))
  await own.onceRetired?.(tour)

  // Until others arrive before the first is answered.
  service.pass({ hours: 1 })
  await confirmSession(service, ada)
  let isSeen = false
  for (let round = 0; !isSeen && round < 20; round += 1) {
    const atOnce = { 'idempotency-key': `all-at-the-same-time-${round}` }
    const answers = await Promise.all(Array.from({ length: 20 }, () => ada.post(kind.path, {}, atOnce)))
    for (const answer of answers) check('post', all, answer)
    isSeen = answers.some(({ status }) => status === 409)
  }

  const now = service.now()
  await service.close()
  await using full = await startService({
    dataDir,
    database: 'file',
    now,
    adjust: (config) => ({ ...config, minFreeBytes: Number.MAX_SAFE_INTEGER }),
  })
  const her = createCalls(full, { cookie: ada.cookie, ...FROM_HERE })
  check('post', all, await her.post(kind.path))
  await own.whenFull?.({ ...tour, her })
  await full.close()
  await rm(dataDir, { recursive: true })
  assert.deepEqual(notGiven(kind.tag), [])
}

/** The part of the tour about the keys of an endpoint. */
export async function tourKeys({ ada, check, place }: Tour, unknown: string, key: object): Promise<void> {
  const keys = `/api/v1${path.dirname(place)}/{id}/keys`
  check('get', keys, await ada.get(`${place}/keys`))
  check('get', keys, await ada.get(`${unknown}/keys`))
  const made = await ada.post(`${place}/keys`, key)
  check('post', keys, made)
  check('post', keys, await ada.post(`${place}/keys`, { name: '' }))
  check('post', keys, await ada.post(`${unknown}/keys`, { name: 'wall' }))
  for (let count = 2; count < 20; count += 1) await ada.post(`${place}/keys`, { name: 'one more' })
  check('post', keys, await ada.post(`${place}/keys`, { name: 'too many' }))
  check('delete', `${keys}/{key}`, await ada.delete(`${place}/keys/${made.json.id}`))
  check('delete', `${keys}/{key}`, await ada.delete(`${place}/keys/${made.json.id}`))
}

/**
 * Opens streams until the limit is reached, and closes them.
 *
 * @param check is given each answer; those with a stream have no text yet
 */
export async function openTooManyStreams(
  address: string,
  headers: Record<string, string>,
  check: (answer: Given) => void,
): Promise<void> {
  const leaving = new AbortController()
  // Kept, because a stream closes once its response is garbage-collected.
  const open: Response[] = []
  while (open.length <= 20) {
    const answer = await fetch(address, { headers, signal: leaving.signal })
    open.push(answer)
    const text = answer.status === 200 ? '' : await answer.text()
    const json = text === '' ? {} : JSON.parse(text)
    check({ status: answer.status, headers: answer.headers, text, json })
  }
  leaving.abort()
}

/** Creates many times at once with one Idempotency-Key, then with others, until one answer says that the first is in progress. */
export async function createUntilConflict(
  create: (recipient: string, headers: Record<string, string>) => Promise<Given>,
  seen: { isSeen(): boolean; check(answer: Given): void; pass(): void },
): Promise<void> {
  for (let round = 0; !seen.isSeen() && round < 7; round += 1) {
    const together = { 'idempotency-key': `all-at-once-${round}` }
    const creations = Array.from({ length: 20 }, () => create(BO, together))
    for (const answer of await Promise.all(creations)) seen.check(answer)
    seen.pass()
  }
}
