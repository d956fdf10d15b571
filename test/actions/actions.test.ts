import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'

const ACTIONS = path.resolve(import.meta.dirname, '../../src/actions')

test('no two modules of actions export the same name', async () => {
  const source = readFileSync(path.join(ACTIONS, 'actions.ts'), 'utf8')
  const modules = [...source.matchAll(/^import \* as \w+ from '(.+)'$/gm)].map(([, name = '']) => name)
  const exported = await Promise.all(
    modules.map(async (name) => Object.keys(await import(path.join(ACTIONS, name)))),
  )
  const names = exported.flat()
  assert.ok(names.length > 80, 'the modules were found')
  assert.deepEqual(
    names.filter((name, index) => names.indexOf(name) !== index),
    [],
  )
})
