import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { createUploadPlaces, MAX_WAIT_MS } from '../../../src/http/uploads/upload-places.ts'

const INSIDE = ['a', 'a', 'a', 'a', 'b', 'b', 'b', 'b']

test('a ninth waits, and a forty-first is refused', async () => {
  const places = createUploadPlaces()
  await Promise.all(INSIDE.map(places.enter))
  assert.equal(places.count(), 8)
  let entered = 0
  for (let number = 0; number < 32; number += 1)
    places.enter(`client ${number % 16}`).then(() => {
      entered += 1
    })
  assert.equal(await places.enter('d'), null, 'the forty-first')
  assert.equal(entered, 0)
})

test('each that leaves lets in the next whose client has room', async () => {
  const places = createUploadPlaces()
  const entered: string[] = []
  const enter = async (client: string) => {
    const leave = await places.enter(client)
    if (leave) entered.push(client)
    return leave
  }
  const inside = await Promise.all(INSIDE.map(enter))
  const waiting = ['a', 'c', 'a'].map(enter)
  assert.equal(entered.length, 8)

  const [first, ...others] = inside
  const [ofB] = others.slice(3)
  ofB?.()
  ofB?.()
  const ofC = await waiting[1]
  assert.deepEqual([entered.at(-1), places.count()], ['c', 8], 'a has its share; b left once')
  first?.()
  await waiting[0]
  assert.deepEqual([entered.at(-1), places.count()], ['a', 8])
  ofC?.()
  assert.equal(places.count(), 7, 'nobody but a waits')
  const ofE = await places.enter('e')
  assert.ok(ofE)
  assert.equal(places.count(), 8)
})

test('one client cannot fill the queue for the places: others wait behind it, and enter before it', async () => {
  const places = createUploadPlaces()
  const entered: string[] = []
  const refused: string[] = []
  const leaves: (() => void)[] = []
  const enter = (client: string, count: number) => {
    for (let number = 0; number < count; number += 1)
      places.enter(client).then((leave) => {
        if (leave) leaves.push(leave)
        ;(leave ? entered : refused).push(client)
      })
    return setImmediate()
  }
  await enter('greedy', 40)
  await enter('busy', 4)
  assert.deepEqual([entered.length, refused.length], [8, 28], 'four of a client enter, and eight wait')
  await enter('other', 1)
  for (const leave of leaves.splice(4)) leave()
  await setImmediate()
  assert.deepEqual(entered.slice(8), ['other'])
  assert.deepEqual(new Set(refused), new Set(['greedy']))
})

test('whoever has no upload in progress enters before clients that have some', async () => {
  const places = createUploadPlaces()
  const entered: string[] = []
  const leaves: (() => void)[] = []
  const enter = (client: string, count: number) => {
    for (let number = 0; number < count; number += 1)
      places.enter(client).then((leave) => {
        entered.push(client)
        if (leave) leaves.push(leave)
      })
    return setImmediate()
  }
  await enter('one', 8)
  await enter('two', 8)
  await enter('other', 2)
  leaves.at(0)?.()
  await setImmediate()
  leaves.at(1)?.()
  await setImmediate()
  leaves.at(2)?.()
  await setImmediate()
  assert.deepEqual(entered.slice(8), ['other', 'other', 'one'])
})

test('whoever has waited too long is refused, and leaves the queue to others', async () => {
  mock.timers.enable({ apis: ['setTimeout'] })
  try {
    const places = createUploadPlaces()
    const [leave] = await Promise.all(INSIDE.map(places.enter))
    const first = places.enter('c')
    mock.timers.tick(MAX_WAIT_MS - 1)
    const second = places.enter('d')
    mock.timers.tick(1)
    assert.equal(await first, null)
    leave?.()
    assert.ok(await second)
    mock.timers.tick(MAX_WAIT_MS)
    assert.equal(places.count(), 8, 'who has entered stays')
  } finally {
    mock.timers.reset()
  }
})
