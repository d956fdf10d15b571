/**
 * The value of an attribute in double quotes, the same in HTML, JSX, Vue, Svelte, Astro and Hugo: braces are written
 * as references too, because Svelte and Hugo would read them as their own.
 */
export function attribute(value: string): string {
  return value.replaceAll(/[&<>"'`{}\p{Cc}]/gu, (character) => `&#${character.codePointAt(0)};`)
}

/** One word of a POSIX shell. */
export function shellWord(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`
}
