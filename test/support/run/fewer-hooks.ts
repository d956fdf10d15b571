/**
 * Loaded before tests: keeps the test runner from following every promise, which takes a seventh of the processor time of
 * tests over HTTP. See docs/decisions/0039-tests-without-promise-hooks.md.
 */
import { createHook } from 'node:async_hooks'

const prototype = Object.getPrototypeOf(createHook({}))
const { enable } = prototype
prototype.enable = function (this: Record<symbol, boolean>) {
  const flag = Object.getOwnPropertySymbols(this).find(({ description }) => description === 'kNoPromiseHook')
  if (flag !== undefined) this[flag] = true
  return enable.call(this)
}
