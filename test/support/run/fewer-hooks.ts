/**
 * Loaded before tests: keeps the test runner from following every promise, which takes up to a fifth of the processor
 * time of tests over HTTP. The runner does so to name the test of an error that nothing catches; without, such an error
 * fails the run and is printed. Node.js has an option for that, `trackPromises`, which its own test runner does not use.
 */
import { createHook } from 'node:async_hooks'

const prototype = Object.getPrototypeOf(createHook({}))
const { enable } = prototype
prototype.enable = function (this: Record<symbol, boolean>) {
  const flag = Object.getOwnPropertySymbols(this).find(({ description }) => description === 'kNoPromiseHook')
  if (flag !== undefined) this[flag] = true
  return enable.call(this)
}
