/**
 * Prints the figures of the code: sizes, folders, functions, circles, arrows up, and the ways of a request through it. See `npm run house -- --help`.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { type LongFunction, measureFunctions } from './house/functions.ts'
import {
  countPerFolder,
  findArrowsUp,
  findCircles,
  findRoom,
  listImports,
  listSourceFiles,
  readRooms,
} from './house/imports.ts'
import type { Address } from './house/routes.ts'
import { measureStarts } from './house/start.ts'
import type { MeasuredWay, Ways } from './house/ways.ts'

const USAGE = `npm run house [-- options]

  --root <folder>   measure another checkout, with its own node_modules
  --starts <n>      starts to measure, the median is printed; 0 leaves them out (default 5)
  --way <name>      print one way alone, with its files and the functions that enter them, in order: submit, email, claim or list
  --routes          print the addresses of the service, each with the file that answers it
  --tests           run npm test and print how long it takes
`
const LONG_FUNCTION_LINES = 80
const LISTED = 12

const { values } = parseArgs({
  options: {
    root: { type: 'string', default: path.resolve(import.meta.dirname, '..') },
    starts: { type: 'string', default: '5' },
    way: { type: 'string' },
    routes: { type: 'boolean' },
    tests: { type: 'boolean' },
    help: { type: 'boolean' },
  },
})
const root = path.resolve(values.root)

if (values.help) print(USAGE)
else if (values.way !== undefined) printWay(values.way)
else if (values.routes) printRoutes()
else await printHouse()

async function printHouse(): Promise<void> {
  const files = listSourceFiles(root)
  printSizes(files)
  printFolders(files)
  printFunctions(measureFunctions(root, files))
  printImports(files)
  printWays()
  await printStarts(Number(values.starts))
  if (values.tests) printTests()
}

function printSizes(files: readonly string[]): void {
  const perRoom = Map.groupBy(files, (file) => toRoom(file))
  heading('Files and lines per room')
  for (const [room, held] of [...perRoom].sort(([one], [other]) => one.localeCompare(other))) {
    print(`${room.padEnd(28)} ${pad(held.length)} files ${pad(countLines(held))} lines`)
  }
  const ours = files.filter((file) => file.startsWith('src/'))
  print(`${'src, all'.padEnd(28)} ${pad(ours.length)} files ${pad(countLines(ours))} lines`)
}

function printFolders(files: readonly string[]): void {
  heading('Largest folders')
  for (const { folder, files: count } of countPerFolder(files).slice(0, 5)) print(`${pad(count)}  ${folder}`)
}

function printFunctions(functions: readonly LongFunction[]): void {
  const ours = functions.filter(({ file }) => file.startsWith('src/'))
  const long = ours.filter(({ lines }) => lines >= LONG_FUNCTION_LINES)
  heading(`Functions of src: ${ours.length}, of ${LONG_FUNCTION_LINES} lines or more: ${long.length}`)
  for (const { name, file, lines } of ours.slice(0, LISTED)) print(`${pad(lines)}  ${name}  ${file}`)
}

function printImports(files: readonly string[]): void {
  const imports = files.flatMap((file) => listImports(root, file))
  const circles = findCircles(imports)
  heading(`Import circles, types included: ${circles.length}`)
  for (const circle of circles) print(circle.join(' ⇄ '))
  const rooms = readRooms(root)
  const up = findArrowsUp(imports, rooms)
  const arrows = new Set(
    up.map(({ from, to }) => `${findRoom(from, rooms)?.name} → ${findRoom(to, rooms)?.name}`),
  )
  heading(`Imports that point to a higher floor of ARCHITECTURE.md: ${up.length}`)
  for (const arrow of arrows) print(arrow)
}

function printWays(): void {
  heading('Ways through src, warm, on SQLite')
  for (const [name, way] of Object.entries(measureWays())) print(describeWay(name, way))
}

function printWay(name: string): void {
  const ways = measureWays()
  const found = Object.entries(ways).find(([each]) => each === name)
  if (!found) throw new Error(`no way is called "${name}": choose one of ${Object.keys(ways).join(', ')}`)
  const [, way] = found
  const width = Math.max(...way.files.map(({ length }) => length))
  way.files.forEach((file, place) => {
    print(`${file.padEnd(width)}  ${way.entries[place]}`)
  })
  print(describeWay(name, way))
}

function printRoutes(): void {
  const script = path.join(import.meta.dirname, 'house/routes.ts')
  const addresses: Address[] = JSON.parse(
    execFileSync(process.execPath, [script, root], { encoding: 'utf8' }),
  )
  const width = Math.max(...addresses.map(({ method, url }) => `${method} ${url}`.length))
  for (const { method, url, file } of addresses) print(`${`${method} ${url}`.padEnd(width)}  ${file}`)
}

function measureWays(): Ways {
  const script = path.join(import.meta.dirname, 'house/ways.ts')
  return JSON.parse(execFileSync(process.execPath, [script, root], { encoding: 'utf8' }))
}

function describeWay(name: string, { files, hops, returns, functions, transactions }: MeasuredWay): string {
  return (
    `${name.padEnd(8)} ${pad(files.length)} files ${pad(hops)} hops, ${returns} of them returns, ` +
    `${functions} named functions, ${transactions} write transactions`
  )
}

async function printStarts(rounds: number): Promise<void> {
  if (rounds === 0) return
  const starts = await measureStarts(root, rounds)
  const [fastest, slowest] = [starts[0], starts.at(-1)]
  const median = starts[Math.floor(starts.length / 2)]
  if (!fastest || !slowest || !median) throw new Error(`--starts ${rounds} is not a number of starts`)
  heading('Time to first response, second and later starts')
  print(
    `median ${Math.round(median.wallMs)} ms of ${rounds} starts ` +
      `(${Math.round(fastest.wallMs)} to ${Math.round(slowest.wallMs)}), ${median.cpuMs} ms of the processor`,
  )
}

function printTests(): void {
  const begun = performance.now()
  const { status } = spawnSync('npm', ['test'], { cwd: root, stdio: 'ignore' })
  heading('npm test')
  print(`${Math.round((performance.now() - begun) / 1000)} s, exit code ${status}`)
}

/** The first two levels of a path: `src/store/`, or the file itself. */
function toRoom(file: string): string {
  const parts = file.split('/')
  const depth = file.startsWith('dashboard/') ? 3 : 2
  return parts.length > depth ? `${parts.slice(0, depth).join('/')}/` : file
}

function countLines(files: readonly string[]): number {
  return files.reduce(
    (sum, file) => sum + readFileSync(path.join(root, file), 'utf8').trimEnd().split('\n').length,
    0,
  )
}

function heading(text: string): void {
  print(`\n${text}`)
}

function pad(count: number): string {
  return String(count).padStart(6)
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
