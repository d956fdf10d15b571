/** Styles of the documentation: the menu beside the content, prose, tables, and the operations of the API. */
export const DOCS = `.skip {
  position: absolute;
  inset-block-start: .75rem;
  inset-inline-start: .75rem;
  z-index: 1;
  inline-size: auto;
  padding: .5rem 1rem;
  border-radius: var(--radius);
  background: var(--ink);
  color: var(--paper);
  transform: translateY(-200%);
}
.skip:focus { transform: none; }
main:focus { outline: none; }

body.docs > header { padding-block-end: 1rem; }
body.docs > main { padding-block: 1.5rem 4rem; }
body.docs > footer { padding-block-start: 0; }

.menu summary { display: flex; align-items: center; justify-content: space-between; min-block-size: 2.25rem; padding: .25rem .75rem; border-radius: 6px; font-size: .875rem; font-weight: 650; list-style: none; }
.menu summary::-webkit-details-marker { display: none; }
.menu summary::after { content: ''; inline-size: .4375rem; block-size: .4375rem; margin-inline-start: 1rem; border-block-end: 2px solid var(--muted); border-inline-end: 2px solid var(--muted); transform: translateY(-25%) rotate(45deg); }
.menu [open] > summary::after { transform: translateY(25%) rotate(225deg); }
.menu summary:hover { color: var(--accent); }
.menu > details > summary { min-block-size: 2.75rem; padding-inline: 1rem; border: 1px solid var(--edge); border-radius: var(--radius); background: var(--card); font-size: 1rem; font-weight: 600; }
.menu details details { margin-block-start: .625rem; }
.menu ul { margin: 0; padding: 0; list-style: none; }
.menu a { display: block; min-block-size: 1.75rem; padding: .1875rem .75rem; border-radius: 6px; color: var(--muted); font-size: .9375rem; line-height: 1.45; text-decoration: none; }
.menu a:hover { color: var(--ink); background: var(--card); }
.menu [aria-current] { background: var(--tint); color: var(--ink); font-weight: 600; }
.menu ul ul { margin-block: .25rem .5rem; margin-inline-start: .75rem; border-inline-start: 1px solid var(--line); }
.menu ul ul a { padding-inline-start: .875rem; font-size: .875rem; }

.menu search { display: grid; grid-template-columns: 1fr auto; align-items: center; margin-block-end: 1rem; padding-inline: .75rem .25rem; }
.menu search[hidden] { display: none; }
.menu input { grid-area: 1 / 1 / 2 / 3; min-block-size: 2.75rem; inline-size: 100%; padding-inline: .875rem; border: 1px solid var(--edge); border-radius: var(--radius); background: var(--card); color: inherit; font: inherit; font-size: 1rem; }
.menu kbd { grid-area: 1 / 2; margin-inline-end: .75rem; padding: 0 .4375rem; border: 1px solid var(--line); border-radius: 4px; color: var(--muted); font: .8125rem/1.4 ui-monospace, monospace; pointer-events: none; }
.menu input:is(:focus, :not(:placeholder-shown)) + kbd { visibility: hidden; }
.menu search > p { grid-column: 1 / -1; margin: 0; color: var(--muted); font-size: .875rem; }
.menu search > p:not(:empty) { margin-block-start: .75rem; }
.menu search > ul { grid-column: 1 / -1; margin-inline-start: -.75rem; }
.menu search > ul a { display: grid; margin-block-start: .25rem; padding-block: .5rem; color: var(--ink); overflow-wrap: anywhere; }
.menu search > ul :is(small, span) { color: var(--muted); font-size: .8125rem; }
.menu mark { background: none; color: var(--ink); font-weight: 650; }
.docs main :is(.twin, .examples) { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin-block: -.5rem 1.5rem; font-size: .875rem; }
.docs main :is(.twin, .examples) button { min-block-size: 1.5rem; padding: 0; border: 0; background: none; color: var(--accent); font: inherit; text-decoration: underline; text-underline-offset: .15em; cursor: pointer; }
.docs main :is(.twin, .examples) a { min-block-size: 1.5rem; }
.docs main .examples[hidden] { display: none; }
.docs main .examples { margin-block-start: -1rem; color: var(--muted); overflow-wrap: anywhere; }

.docs main :is(h2, h3)[id] { scroll-margin-block-start: 1.5rem; }
.docs main h1 { margin-block-end: 1rem; font-size: clamp(1.75rem, 1.3rem + 1.6vw, 2.25rem); }
.docs main h2 { margin: 3.25rem 0 1rem; font-size: 1.4375rem; }
.docs main h3 { margin: 2.25rem 0 .5rem; font-size: 1.0625rem; }
.docs main :is(h2, h3) > a { display: inline-block; min-block-size: 1.5rem; color: inherit; text-decoration: none; }
.docs main :is(h2, h3) > a[href^='#']:hover::after { content: ' #' / ''; color: var(--accent); }
.docs main :is(ul, ol):not([class]) { padding-inline-start: 1.375rem; }
.docs main ol { margin: 0 0 1.25rem; }
.docs main li { margin-block: .375rem; }
.docs main li > :last-child { margin-block-end: 0; }
.docs main li::marker { color: var(--muted); }
.docs main :is(p, li, td, dd) > code { padding: .0625rem .25rem; border-radius: 4px; background: var(--tint); }
.docs main a > code { color: inherit; }
.docs main .snippet { margin-block: 1.25rem 1.75rem; }
.docs main .snippet pre { font-size: .9375rem; }
.snippet figcaption > :first-child:not(:only-child) { margin-inline-end: auto; }
.snippet figcaption select { min-block-size: 2rem; max-inline-size: 100%; padding-inline: .5rem; border: 1px solid var(--edge); border-radius: 6px; background: var(--card); color: var(--ink); font: inherit; }
.snippet figcaption > [hidden] + select { margin-inline-end: auto; }
.docs main .snippet pre code { font-size: .875rem; }

.table { margin-block: 1.25rem 1.75rem; border: 1px solid var(--line); border-radius: var(--radius); background: var(--card); overflow-x: auto; }
table { inline-size: 100%; border-collapse: collapse; font-size: .9375rem; line-height: 1.5; }
:is(th, td) { padding: .625rem .875rem; text-align: start; vertical-align: top; }
th { color: var(--muted); font-size: .875rem; font-weight: 600; }
td { border-block-start: 1px solid var(--line); }
td { overflow-wrap: anywhere; }
td:first-child { min-inline-size: 8rem; }
td:first-child code { white-space: nowrap; }
table:has(th:nth-child(3)) { min-inline-size: 38rem; }
table:has(th:nth-child(3)) td:last-child { min-inline-size: 12rem; }
table:has(th:nth-child(5)) td { min-inline-size: 4.5rem; overflow-wrap: normal; }
table:has(th:nth-child(8)) { font-size: .875rem; }

.rows > div { padding-block: .875rem; border-block-start: 1px solid var(--line); }
.rows > div:last-child { border-block-end: 1px solid var(--line); }
.rows dt { font-weight: 650; }
.rows dd { margin: .25rem 0 0; font-size: .9375rem; }
.rows span { display: inline-block; color: var(--muted); }
:is(th, .rows span)::first-letter { text-transform: uppercase; }

.contents { padding: 0; border-block-end: 1px solid var(--line); list-style: none; }
.docs main .contents li { position: relative; display: grid; gap: 0 1.5rem; margin: 0; padding-block: .5rem; border-block-start: 1px solid var(--line); font-size: 1rem; }
.contents a { order: -1; min-block-size: 1.5rem; color: inherit; text-decoration: none; }
.contents a::after { content: ''; position: absolute; inset: 0; }
.contents a:hover { color: var(--accent); }
.docs main .contents .route { padding: 0; background: none; color: var(--muted); }
:is(.contents li, .reference h2 + p) > .route b { margin-inline-end: .25rem; color: var(--accent); }

.docs .kicker + h1 + .reference > p:first-child { font-size: 1.1875rem; line-height: 1.6; text-wrap: pretty; }
.docs main .reference h2 { margin-block: 3.5rem .5rem; padding-block-start: 2.5rem; border-block-start: 1px solid var(--line); }
.docs main .reference h2 + p > .route { padding: 0; background: none; }
.docs main .reference h3 { margin-block: 1.5rem .5rem; font-size: 1rem; }
.reference h3 > code { font-size: 1em; }
.reference :is(em, li) > a { display: inline-block; min-block-size: 1.5rem; }
.reference em { color: var(--muted); font-style: normal; }
.docs main .reference details { border-block-start: 1px solid var(--line); }
.docs main .reference details:not(:has(+ details)) { border-block-end: 1px solid var(--line); }
summary { min-block-size: 2.75rem; padding-block: .5625rem; cursor: pointer; }
.docs main summary { font-weight: 600; }
.docs main summary:hover { color: var(--accent); }
.docs main details[open] { padding-block-end: 1rem; }
.docs main .reference details > div { font-size: .9375rem; }
.docs main .reference p:has(+ ul:not(.contents)) { margin-block-end: .5rem; }
.docs main .reference ul:not(.contents) { padding: 0; list-style: none; }
.docs main .reference ul:not(.contents) li { margin: 0; padding-block: .5rem; border-block-start: 1px solid var(--line); }
.docs main .reference li > code { padding: 0; background: none; }
.reference li > em { margin-inline-start: .5rem; font-size: .875rem; }
.reference li > em::after { content: '\\A' / ''; white-space: pre; }
@media (min-width: 48rem) {
  .docs main .contents li { display: flex; flex-wrap: wrap; align-items: baseline; justify-content: space-between; }
}

.neighbors { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 1rem; margin-block-start: 4rem; }
.neighbors a { display: grid; min-inline-size: 12rem; padding: .75rem 1.125rem; border: 1px solid var(--line); border-radius: var(--radius); background: var(--card); color: var(--ink); font-weight: 600; text-decoration: none; }
.neighbors a:hover { border-color: var(--accent); }
.neighbors [rel='next'] { margin-inline-start: auto; text-align: end; }
.neighbors span { color: var(--muted); font-size: .875rem; font-weight: 400; }

@media (min-width: 60rem) {
  body.docs { display: grid; grid-template: auto 1fr auto / 15.5rem minmax(0, 1fr); column-gap: 3rem; max-inline-size: 76rem; margin-inline: auto; padding-inline: 1.25rem; }
  body.docs > * { max-inline-size: none; padding-inline: 0; }
  body.docs > :is(header, footer) { grid-column: 1 / -1; }
  body.docs > .skip { padding-inline: 1rem; }
  body.docs > main { max-inline-size: 50rem; }
  body.docs > .menu { margin-inline-start: -.75rem; }
  .menu { position: sticky; inset-block-start: 0; align-self: start; max-block-size: 100vh; padding-block: .75rem 2rem; overflow-y: auto; }
  @supports selector(::details-content) {
    .menu > details > summary { display: none; }
    .menu > details::details-content { content-visibility: visible; }
    .menu details details:first-of-type { margin-block-start: 0; }
  }
}
`
