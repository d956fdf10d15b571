import assert from 'node:assert/strict'
import { test } from 'node:test'
import { suggestDomain } from '../../../src/domain/endpoints/recipient-typo.ts'

test('suggests the provider that was probably meant', () => {
  const typos: Record<string, string> = {
    'gmial.com': 'gmail.com',
    'gamil.com': 'gmail.com',
    'gmal.com': 'gmail.com',
    'gmaill.com': 'gmail.com',
    'gnail.com': 'gmail.com',
    'gmail.con': 'gmail.com',
    'gmail.cmo': 'gmail.com',
    'gmial.con': 'gmail.com',
    'gmail.co': 'gmail.com',
    'gmail.cm': 'gmail.com',
    'GMIAL.com': 'gmail.com',
    'hotmial.com': 'hotmail.com',
    'hotmai.com': 'hotmail.com',
    'outlok.com': 'outlook.com',
    'yaho.com': 'yahoo.com',
    'yahooo.de': 'yahoo.de',
    'iclud.com': 'icloud.com',
    't-onlin.de': 't-online.de',
    'acme-tools.con': 'acme-tools.com',
    'studio-nord.ogr': 'studio-nord.org',
  }
  for (const [typed, meant] of Object.entries(typos))
    assert.equal(suggestDomain(`ada@${typed}`), meant, typed)
})

test('suggests nothing for real domains, however near to a provider', () => {
  const real = [
    ...[
      'gmail.com',
      'googlemail.com',
      'hotmail.co.uk',
      'hotmail.ch',
      'outlook.at',
      'yahoo.ca',
      'yahoo.co.jp',
    ],
    ...[
      'mail.com',
      'email.com',
      'ymail.com',
      'gmx.de',
      'gmx.net',
      'web.de',
      'gail.com',
      'live.com',
      'me.com',
      'aol.com',
    ],
    ...[
      'lovelace.dev',
      'acme.co',
      'acme.cm',
      'cloud.com',
      'mail.ru',
      'ya.ru',
      'qq.com',
      'proton.me',
      'pm.me',
      'gmail.com.br',
    ],
  ]
  for (const domain of real) assert.equal(suggestDomain(`ada@${domain}`), null, domain)
})
