import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** `import … from '…'` and `import '…'`, also over several lines. */
const IMPORT = /^import\s(?:[^'"]*?from\s)?'([^']+)'/gm
const DYNAMIC_IMPORT = /\bimport\(\s*'([^']+)'\s*\)/g
const EXPORT_FROM = /^export\s(?:type\s)?(?:\*|\{[^}]*\})\s*from\s'([^']+)'/gm
const TYPE_STATEMENT = /^(?:import|export)\stype\s/
/** Template literals can hold code of other people: the snippets do. */
const TEMPLATE_LITERAL = /`(?:[^`\\]|\\.)*`/gs
const SOURCE = /\.tsx?$/
const ROOTS = ['src', 'dashboard/src', 'client/src']

/**
 * A row of the table in ARCHITECTURE.md: a folder (ends in `/`) or a file, the names it may import, and the rooms of which
 * it may import types: a name followed by "(types)". These rooms are meant without the rooms inside them.
 */
type Room = { name: string; mayImport: string[]; mayImportTypes: string[] }

/**
 * An import: both paths are relative to the repository, or `to` is the name of a package or Node module. `isType`: nothing
 * of it is left when the program runs.
 */
export type Import = { from: string; to: string; isType?: boolean }

/** Lists the TypeScript files of the service, the dashboard and the client, relative to `root`. */
export function listSourceFiles(root: string): string[] {
  const files = ROOTS.filter((folder) => existsSync(path.join(root, folder))).flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map(
      (file) => `${folder}/${file.replaceAll('\\', '/')}`,
    ),
  )
  return [...files, 'dashboard/vite.config.ts', 'client/build.ts'].filter((file) => SOURCE.test(file)).sort()
}

/** Reads the table of rooms in ARCHITECTURE.md, from the top floor to the bottom. Rows of one name are one room. */
export function readRooms(root: string): Room[] {
  const text = readFileSync(path.join(root, 'ARCHITECTURE.md'), 'utf8')
  const rows = [...text.matchAll(/^\| `([^`]+)`\s*\|[^|\n]*\|([^|\n]*)\|$/gm)]
  const byName = Map.groupBy(rows, ([, name = '']) => name)
  return [...byName].map(([name, same]) => {
    const doors = same.flatMap(([, , column = '']) => [...column.matchAll(/`([^`]+)`( \(types\))?/g)])
    const list = (isType: boolean) =>
      doors.filter(([, , types]) => (types !== undefined) === isType).map(([, door = '']) => door)
    return { name, mayImport: list(false), mayImportTypes: list(true) }
  })
}

/** Finds the narrowest room that holds a file. */
export function findRoom(file: string, rooms: readonly Room[]): Room | undefined {
  const holding = rooms.filter(({ name }) => file === name || (name.endsWith('/') && file.startsWith(name)))
  return holding.sort((one, other) => other.name.length - one.name.length)[0]
}

/** Lists the imports of a file, type imports included, each once. */
export function listImports(root: string, file: string): Import[] {
  const text = readFileSync(path.join(root, file), 'utf8').replace(TEMPLATE_LITERAL, '``')
  const found = [IMPORT, DYNAMIC_IMPORT, EXPORT_FROM].flatMap((pattern) => [...text.matchAll(pattern)])
  const byName = Map.groupBy(found, ([, name = '']) => name)
  return [...byName].map(([name, statements]) => ({
    from: file,
    to: name.startsWith('.') ? path.posix.join(path.posix.dirname(file), name) : name,
    isType: statements.every(([statement]) => TYPE_STATEMENT.test(statement)),
  }))
}

/** Finds the groups of files that import each other in a circle (strongly connected components, Tarjan). */
export function findCircles(imports: readonly Import[]): string[][] {
  const targets = Map.groupBy(imports, ({ from }) => from)
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const circles: string[][] = []

  function visit(file: string): number {
    const index = order.size
    order.set(file, index)
    stack.push(file)
    let low = index
    for (const { to } of targets.get(file) ?? []) {
      if (!order.has(to)) low = Math.min(low, visit(to))
      else if (stack.includes(to)) low = Math.min(low, order.get(to) ?? low)
    }
    lowest.set(file, low)
    if (low === index) {
      const group = stack.splice(stack.indexOf(file))
      if (group.length > 1) circles.push(group.sort())
    }
    return low
  }

  for (const file of targets.keys()) if (!order.has(file)) visit(file)
  return circles
}

/**
 * Finds the imports that point to a higher floor: the rows of the table are floors, the top one first.
 * The rows of `client/`, `src/` and `dashboard/` are separate houses.
 */
export function findArrowsUp(imports: readonly Import[], rooms: readonly Room[]): Import[] {
  return imports.filter(({ from, to }) => {
    const [lower, upper] = [findRoom(from, rooms), findRoom(to, rooms)]
    return lower !== undefined && upper !== undefined && rooms.indexOf(upper) < rooms.indexOf(lower)
  })
}

/** Counts the source files that lie directly in each folder, the largest first. */
export function countPerFolder(files: readonly string[]): { folder: string; files: number }[] {
  const folders = Map.groupBy(files, (file) => path.posix.dirname(file))
  return [...folders]
    .map(([folder, held]) => ({ folder, files: held.length }))
    .sort((one, other) => other.files - one.files)
}
