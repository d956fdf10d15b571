#!/usr/bin/env node
// Starts the sources in a checkout, and what `build.ts` made of them in a package.
import { existsSync } from 'node:fs'

const isCheckout = existsSync(new URL('src/main.ts', import.meta.url))
await import(isCheckout ? './src/main.ts' : './dist/main.js')
