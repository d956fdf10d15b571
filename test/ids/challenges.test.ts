import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createChallenge, type Payload, solveChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import {
  CHALLENGE_COST,
  CHALLENGE_GRACE_MS,
  CHALLENGE_MS,
  MAX_SOLUTION_LENGTH,
} from '../../src/domain/challenges/challenge.ts'
import { later } from '../../src/domain/time.ts'
import { createChallenges } from '../../src/ids/challenges.ts'
import { createKeys } from '../../src/ids/keys.ts'

const SECRETS = { challenge: 'a secret that signs challenges', solution: 'a secret that signs derived keys' }
const SUBJECT = 'f_k3v9q2m7x4t8r5wz'
/** The library looks at the clock of the machine. */
const NOW = new Date()
const challenges = createChallenges(SECRETS)

const solved = await solve()
const encode = (payload: unknown) => Buffer.from(JSON.stringify(payload)).toString('base64')
const check = (payload: unknown, now = NOW, subject = SUBJECT) =>
  challenges.checkSolution({ subject, solution: encode(payload), now })

async function solve(): Promise<Payload> {
  const challenge = await challenges.newChallenge({ subject: SUBJECT, difficulty: 'low', now: NOW })
  const solution = await solveChallenge({ challenge, deriveKey })
  assert.ok(solution)
  return { challenge, solution }
}

function verifyByLibrary({ challenge, solution }: Payload) {
  return verifySolution({
    challenge,
    solution,
    deriveKey,
    hmacSignatureSecret: SECRETS.challenge,
    hmacKeySignatureSecret: SECRETS.solution,
  })
}

test('altcha-lib solves and verifies our challenges, and we accept its solution', async () => {
  assert.equal((await verifyByLibrary(solved)).verified, true)
  const until = later(new Date(Math.floor(NOW.getTime() / 1000) * 1000), CHALLENGE_MS + CHALLENGE_GRACE_MS)
  const { nonce } = solved.challenge.parameters
  assert.deepEqual(check(solved), { kind: 'solved', nonce, until })
})

test('we accept the solution of a challenge that altcha-lib made with our secrets', async () => {
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: CHALLENGE_COST,
    counter: 7,
    data: { f: SUBJECT },
    deriveKey,
    expiresAt: later(NOW, CHALLENGE_MS),
    hmacSignatureSecret: SECRETS.challenge,
    hmacKeySignatureSecret: SECRETS.solution,
  })
  const solution = await solveChallenge({ challenge, deriveKey })
  assert.equal(check({ challenge, solution }).kind, 'solved')
})

test('refuses a solution with any value changed, as altcha-lib does', async () => {
  const { parameters, signature } = solved.challenge
  const { solution } = solved
  const flip = (hex = '') => (hex.startsWith('0') ? '1' : '0') + hex.slice(1)
  const changed: Record<string, object> = {
    algorithm: { algorithm: 'SHA-256' },
    cost: { cost: 1 },
    'a huge cost': { cost: 1e9 },
    'a cost in quotes': { cost: String(parameters.cost) },
    data: { data: { f: 'f_0000000000000000' } },
    'more data': { data: { f: SUBJECT, g: 1 } },
    'a later end': { expiresAt: (parameters.expiresAt ?? 0) + 1 },
    keyLength: { keyLength: 16 },
    keyPrefix: { keyPrefix: flip(parameters.keyPrefix) },
    'a shorter prefix': { keyPrefix: '00' },
    keySignature: { keySignature: flip(parameters.keySignature) },
    'no keySignature': { keySignature: undefined },
    nonce: { nonce: flip(parameters.nonce) },
    'nonce in capitals': { nonce: parameters.nonce.toUpperCase() },
    salt: { salt: flip(parameters.salt) },
    'one more parameter': { memoryCost: 1 },
  }
  const payloads = Object.entries(changed).map(([name, other]): [string, Payload] => [
    name,
    { challenge: { signature, parameters: { ...parameters, ...other } }, solution } as Payload,
  ])
  payloads.push(
    ['signature', { challenge: { parameters, signature: flip(signature) }, solution }],
    ['no signature', { challenge: { parameters }, solution }],
    ['derivedKey', { ...solved, solution: { ...solution, derivedKey: flip(solution.derivedKey) } }],
    ['derivedKey in capitals', { ...solved, solution: { ...solution, derivedKey: 'AB'.repeat(32) } }],
    ['no derivedKey', { ...solved, solution: { counter: 1 } as Payload['solution'] }],
    ['a counter below zero', { ...solved, solution: { ...solution, counter: -1 } }],
    ['a counter in quotes', { ...solved, solution: { ...solution, counter: '1' as unknown as number } }],
  )
  for (const [name, payload] of payloads) {
    assert.deepEqual(check(payload), { kind: 'invalid' }, name)
    assert.equal((await verifyByLibrary(payload)).verified, false, name)
  }
})

test('reads a solution in any order of its names, as clients in other languages send it', async () => {
  const { parameters, signature } = solved.challenge
  const reversed = Object.fromEntries(Object.entries(parameters).reverse())
  assert.equal(
    check({ solution: solved.solution, challenge: { signature, parameters: reversed } }).kind,
    'solved',
  )
})

test('refuses what is no solution', () => {
  const texts = ['', 'bm90IGpzb24', '%%%', encode(null), encode([]), encode({ challenge: null }), encode({})]
  const deep = encode({ challenge: { parameters: JSON.parse('['.repeat(500) + ']'.repeat(500)) } })
  const long = `${encode(solved)}${' '.repeat(MAX_SOLUTION_LENGTH)}`
  for (const solution of [...texts, deep, long, solved, null, 1, true, ['a']]) {
    assert.deepEqual(challenges.checkSolution({ subject: SUBJECT, solution, now: NOW }), { kind: 'invalid' })
  }
})

test('refuses the solution for another form, and of another instance', () => {
  assert.deepEqual(check(solved, NOW, 'f_0000000000000000'), { kind: 'invalid' })
  assert.deepEqual(check(solved, NOW, 'new'), { kind: 'invalid' })
  const keys = createKeys('the secret of quite another instance of ours')
  assert.deepEqual(keys.checkSolution({ subject: SUBJECT, solution: encode(solved), now: NOW }), {
    kind: 'invalid',
  })
})

test('accepts a solution for twenty minutes and two more, and one from before the clock was put back', () => {
  const end = new Date((solved.challenge.parameters.expiresAt ?? 0) * 1000 + CHALLENGE_GRACE_MS)
  assert.equal(check(solved, later(end, -1)).kind, 'solved')
  assert.equal(check(solved, end).kind, 'solved')
  assert.deepEqual(check(solved, later(end, 1)), { kind: 'expired' })
  assert.equal(check(solved, later(NOW, -3 * CHALLENGE_MS)).kind, 'solved')
})

test('a forged challenge of any cost is refused in microseconds', () => {
  const { parameters, signature } = solved.challenge
  const forged = { ...solved, challenge: { signature, parameters: { ...parameters, cost: 2 ** 31 - 1 } } }
  const started = process.cpuUsage()
  for (let times = 0; times < 1000; times += 1) check(forged)
  const { user, system } = process.cpuUsage(started)
  assert.ok(user + system < 1_000_000, `${user + system} µs`)
})
