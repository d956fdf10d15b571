import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { signRequest } from '../../../../src/store/files/s3/signature.ts'
import { signAsAws } from '../../../support/files/aws-signer.ts'

const LOGIN = { region: 'eu-central-1', key: 'AKID', secret: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' }
const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31))

const part = fc
  .string({
    unit: fc.constantFrom(...'aZ09-_.~ +%&=?#:@!$\'()*,;äß漢😀"<>\\^`{|}'),
    minLength: 1,
    maxLength: 12,
  })
  .filter((text) => text !== '.' && text !== '..')
const value = fc.string({ unit: fc.constantFrom(..."aZ09 +/%&=?#*'()!~äß漢😀"), maxLength: 12 })
const name = fc.stringMatching(/^[A-Za-z0-9 +*~äß漢-]{1,12}$/).filter((text) => text !== '__proto__')

test(`signs 200 random requests as AWS's own signer does (SEED=${SEED})`, async (context) => {
  context.diagnostic(`SEED=${SEED}`)
  let signed = 0
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        method: fc.constantFrom('GET', 'PUT', 'DELETE', 'HEAD'),
        parts: fc.array(part, { maxLength: 4 }),
        query: fc.dictionary(name, value, { maxKeys: 5 }),
        range: fc.option(fc.constantFrom('bytes=0-9', ' bytes=1-2  ', 'bytes=  3-4')),
        custom: fc.dictionary(
          fc.stringMatching(/^x-amz-meta-[a-z0-9]{1,8}$/),
          fc.stringMatching(/^[ -~]{0,20}$/),
          {
            maxKeys: 4,
          },
        ),
        payload: fc.constantFrom('UNSIGNED-PAYLOAD', createHash('sha256').update('x').digest('hex')),
        now: fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
      }),
      async ({ method, parts, query, range, custom, payload, now }) => {
        const path = `/${parts.join('/')}`
        const headers = {
          host: 's3.eu-central-1.amazonaws.com:9000',
          ...custom,
          ...(range === null ? {} : { range }),
          ...(method === 'PUT' ? { 'if-none-match': '*' } : {}),
        }
        const ours = signRequest({ method, path, query, headers, payload }, LOGIN, now)
        const signedHeaders = { ...headers, 'x-amz-content-sha256': payload }
        const theirs = await signAsAws({ method, path, query, headers: signedHeaders }, { ...LOGIN, now })
        assert.equal(ours.authorization, theirs)
        signed += 1
      },
    ),
    { numRuns: 200, seed: SEED },
  )
  assert.equal(signed, 200)
})
