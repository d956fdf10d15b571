/**
 * `npm run bench:encrypt`: emails of 2 KiB that the encryption thread encrypts per second, on one core with all other threads
 * of the process, by key type.
 */
import { execFileSync } from 'node:child_process'
import { generateKey, type KeyOptions } from 'openpgp'
import { openEncryptor } from '../src/delivery/encryption/encryptor.ts'
import { later, SECOND } from '../src/domain/time.ts'
import { readOptions } from './harness/options.ts'
import { SERVER_CORE } from './harness/processes.ts'
import { publishTable } from './harness/report.ts'

const CONTENT_BYTES = 2048
/** As many as the email channel has in progress. */
const AT_ONCE = 10
const WARM_UP = 100
const KEYS: Readonly<Record<string, Partial<KeyOptions>>> = {
  'RSA 4096': { type: 'rsa', rsaBits: 4096 },
  'RSA 2048': { type: 'rsa', rsaBits: 2048 },
  'curve25519 (GnuPG)': { type: 'ecc', curve: 'curve25519Legacy' },
  'curve25519 (RFC 9580)': { type: 'curve25519' },
}

const { seconds, rounds, write } = readOptions({ seconds: 2, rounds: 5 })
execFileSync('taskset', ['--all-tasks', '--pid', '--cpu-list', String(SERVER_CORE), String(process.pid)])
const made = new Date()
const now = later(made, SECOND)
const content = Buffer.alloc(CONTENT_BYTES, 'Content of a submission. ')
const encryptor = openEncryptor()
const keys = new Map<string, string>()
for (const [name, options] of Object.entries(KEYS)) {
  const pair = await generateKey({
    date: made,
    userIDs: [{ email: 'ada@lovelace.dev' }],
    format: 'armored',
    ...options,
  } as KeyOptions & {
    format: 'armored'
  })
  const reading = await encryptor.readPasted(pair.publicKey, now)
  if (reading.kind === 'refused') throw new Error(`${name}: ${reading.fault}`)
  keys.set(name, reading.key.armored)
}
const rates = new Map<string, number[]>()
for (const key of keys.values()) await encryptSome(key, WARM_UP)
for (let round = 0; round < rounds; round += 1) {
  for (const [name, key] of keys) rates.set(name, [...(rates.get(name) ?? []), await measure(key)])
}
await encryptor.close()
const medians = [...rates].map(([name, all]) => [name, median(all)] as const)
publishTable(
  {
    name: 'encrypt',
    title: 'Encrypted emails',
    setting: `Emails of ${CONTENT_BYTES / 1024} KiB that the encryption thread encrypts per second, ${AT_ONCE} at a time, on one core that all threads of the process share.`,
    table: [
      ['key', 'emails/s', 'ms each'],
      ...medians.map(([name, rate]) => [name, String(Math.round(rate)), (1000 / rate).toFixed(2)]),
    ],
    chart: [
      {
        heading: 'emails per second',
        bars: medians.map(([name, value]) => ({ name, value, label: String(Math.round(value)) })),
      },
    ],
  },
  { write, now },
)

/** Returns the emails per second of one round. */
async function measure(key: string): Promise<number> {
  const began = performance.now()
  let count = 0
  while (performance.now() - began < seconds * SECOND) {
    await encryptSome(key, AT_ONCE)
    count += AT_ONCE
  }
  return (count * SECOND) / (performance.now() - began)
}

async function encryptSome(key: string, count: number): Promise<void> {
  await Promise.all(Array.from({ length: count }, () => encryptor.encrypt(key, content, now)))
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
