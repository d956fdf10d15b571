/** A phrase that was found: what it belongs to, and its points. */
export type FoundPhrase = { kind: number; points: number }

/** Phrases as a tree of their characters, so that a text is read once however many phrases there are. */
type Node = {
  /** Characters of `next`, in the same order: most nodes have one or two, which a map would find more slowly. */
  units: number[]
  next: Node[]
  /** The phrase that ends here; null for none. `isPrefix`: longer words that begin so are it, too. */
  phrase: (FoundPhrase & { isPrefix: boolean }) | null
}

/** Maximum number of characters of a phrase: bounds the work for each word of a text. */
const MAX_PHRASE_LENGTH = 40

const SPACE = 32
/** 1 for the ASCII characters of words. */
const IS_WORD = new Uint8Array(128)
for (const character of 'abcdefghijklmnopqrstuvwxyz0123456789') IS_WORD[character.charCodeAt(0)] = 1

/** Beginnings of phrases, hashed: most words of a text begin none, and cost no look into the tree. */
type Beginnings = Uint8Array
const HASHES = 0x10000

/** Prepares lists of phrases, in the format of `TOPIC_PHRASES`. The kind of a phrase is the index of its list. */
export function compilePhrases(lists: readonly string[]): (texts: readonly string[]) => FoundPhrase[] {
  const root = createNode()
  const beginnings: Beginnings = new Uint8Array(HASHES)
  for (const [kind, list] of lists.entries()) {
    for (const line of list.split('\n').filter((one) => one.trim() !== '')) {
      const [points = '', phrases = ''] = line.split(':')
      for (const written of phrases.split(',')) {
        const isPrefix = written.trim().endsWith('*')
        const phrase = written.trim().replace('*', '')
        if (phrase === '' || phrase.length > MAX_PHRASE_LENGTH)
          throw new RangeError(`not a phrase: ${written}`)
        beginnings[hashBeginning(phrase, 0)] = 1
        const end = addPhrase(root, phrase)
        if (end.phrase?.kind === kind) throw new RangeError(`twice: ${written}`)
        end.phrase ??= { kind, points: Number(points), isPrefix }
      }
    }
  }
  const roots = new Map(root.units.map((unit, at) => [unit, root.next[at]]))
  return (texts) => {
    const found = new Set<FoundPhrase>()
    for (const text of texts) findPhrases(text.toLowerCase(), { roots, beginnings, found })
    return [...found]
  }
}

/** Hashes the first three characters of a word, or those before its end; the first one of a text without spaces. */
function hashBeginning(text: string, at: number): number {
  const first = text.charCodeAt(at)
  if (isUnspaced(first)) return first
  const second = toUnit(text, at + 1)
  const third = second === SPACE ? SPACE : toUnit(text, at + 2)
  return (Math.imul(first, 961) + Math.imul(second, 31) + third) & (HASHES - 1)
}

/** Returns a character of a word; a space for all others, and behind the end. */
function toUnit(text: string, at: number): number {
  if (at >= text.length) return SPACE
  const unit = text.charCodeAt(at)
  return isWord(unit) ? unit : SPACE
}

function createNode(): Node {
  return { units: [], next: [], phrase: null }
}

function addPhrase(root: Node, phrase: string): Node {
  let node = root
  for (let at = 0; at < phrase.length; at += 1) {
    const unit = phrase.charCodeAt(at)
    let next = findNext(node, unit)
    if (!next) {
      next = createNode()
      node.units.push(unit)
      node.next.push(next)
    }
    node = next
  }
  return node
}

function findNext({ units, next }: Node, unit: number): Node | undefined {
  for (let at = 0; at < units.length; at += 1) if (units[at] === unit) return next[at]
  return undefined
}

/** `roots`: nodes of the first characters, of which there are many. */
type Search = {
  roots: ReadonlyMap<number, Node | undefined>
  beginnings: Beginnings
  found: Set<FoundPhrase>
}

/** Finds the phrases of a text in lower case. */
function findPhrases(text: string, search: Search): void {
  let isAfterWord = false
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    if (!isWord(unit)) {
      isAfterWord = false
      continue
    }
    const canBegin = !isAfterWord || isUnspaced(unit)
    isAfterWord = true
    if (canBegin && search.beginnings[hashBeginning(text, at)] === 1) walk(text, at, search)
  }
}

/** Follows the tree along a text. A run of characters that are in no word is one space. */
function walk(text: string, from: number, { roots, found }: Search): void {
  let node = roots.get(text.charCodeAt(from))
  for (let at = from + 1; node; ) {
    const unit = toUnit(text, at)
    const { phrase } = node
    if (phrase && (unit === SPACE || phrase.isPrefix || isUnspaced(unit))) found.add(phrase)
    if (at >= text.length) return
    node = findNext(node, unit)
    at += 1
    if (unit === SPACE && node) at = skipGap(text, at)
  }
}

/** Maximum number of characters between two words of one phrase: a line break and an indent. */
const MAX_GAP = 8

function skipGap(text: string, from: number): number {
  let at = from
  while (at < text.length && at - from < MAX_GAP && !isWord(text.charCodeAt(at))) at += 1
  return at
}

function isWord(unit: number): boolean {
  if (unit < 128) return IS_WORD[unit] === 1
  // Signs of Latin-1, and punctuation of all scripts.
  return (
    unit >= 0xc0 &&
    !(unit >= 0x2000 && unit <= 0x2bff) &&
    !(unit >= 0x3000 && unit <= 0x303f) &&
    unit < 0xfe00
  )
}

/** Returns true for a character of Chinese or Japanese, which are written without spaces. */
function isUnspaced(unit: number): boolean {
  return unit >= 0x3040 && unit <= 0x9fff
}
