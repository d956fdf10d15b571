/** Styles of shared parts: buttons, notes, snippets, facts. */
export const PIECES = `.button {
  display: inline-block;
  min-block-size: 2.75rem;
  padding: .625rem 1.25rem;
  border: 1px solid var(--accent);
  border-radius: var(--radius);
  background: var(--accent);
  color: var(--on-accent);
  font: inherit;
  font-weight: 600;
  line-height: 1.3;
  text-align: center;
  text-decoration: none;
  cursor: pointer;
}
.button:hover { background: color-mix(in srgb, var(--accent) 88%, var(--ink)); }
.button:focus-visible { border-radius: var(--radius); }
.button.plain { border-color: var(--edge); background: transparent; color: var(--ink); }
.button.plain:hover { border-color: var(--ink); background: var(--card); }
.button.final { border-color: var(--ink); background: var(--ink); color: var(--paper); }
.button.final:hover { background: color-mix(in srgb, var(--ink) 88%, var(--paper)); }

.actions { display: flex; flex-wrap: wrap; gap: .75rem; margin-block: 2rem 1.25rem; }
.post { margin: 0; }
.check { display: flex; align-items: center; gap: .625rem; min-block-size: 2.75rem; }
.check input { inline-size: 1.25rem; block-size: 1.25rem; accent-color: var(--accent); }
@media (max-width: 26rem) {
  .post, :is(.post, form, .actions) > .button { inline-size: 100%; }
}

.field { display: grid; gap: .375rem; max-inline-size: 24rem; margin-block: 1.75rem 1rem; }
.field label { font-size: .9375rem; font-weight: 600; }
.field input {
  inline-size: 100%;
  min-block-size: 2.75rem;
  padding: .5rem .875rem;
  border: 1px solid var(--edge);
  border-radius: var(--radius);
  background: var(--card);
  color: inherit;
  font: inherit;
}
.field input::placeholder { color: var(--muted); opacity: 1; }
.field input[aria-invalid] { border-color: var(--alarm); }
.field input:focus-visible { border-color: var(--accent); border-radius: var(--radius); outline-offset: 0; }
.field input.code { font: 600 1.25rem/1.4 var(--mono); letter-spacing: .12em; text-transform: uppercase; }
.problem { margin-block: 1.5rem 0; padding-block: .125rem; padding-inline-start: 1rem; border-inline-start: 3px solid var(--alarm); color: var(--alarm); }
.aside { margin-block-start: 3rem; color: var(--muted); font-size: .9375rem; }
.aside > :last-child { margin-block-end: 0; }

.quiet { display: inline-block; min-block-size: 1.5rem; }

.means { padding-inline-start: 0; list-style: none; }
.means li { position: relative; padding-block: .25rem; padding-inline-start: 1.5rem; }
.means li::before {
  content: '';
  position: absolute;
  inset-block-start: 1.0625rem;
  inset-inline-start: 0;
  inline-size: .75rem;
  block-size: 2px;
  background: var(--accent);
}

.facts { font-size: .9375rem; }
.facts > div { display: flex; flex-wrap: wrap; gap: 0 .75rem; padding-block: .125rem; }
.facts dt { min-inline-size: 4.5rem; color: var(--muted); }
.facts.even dt { min-inline-size: 9rem; }
@media (max-width: 26rem) {
  .facts.even > div { display: block; padding-block: .25rem; }
}
.facts dd { margin: 0; min-inline-size: 0; overflow-wrap: anywhere; }
.facts bdi { font-weight: 650; }

.note {
  margin-block-start: 3rem;
  padding: 1.25rem 1.5rem;
  border: 1px solid var(--line);
  border-radius: var(--radius);
  background: var(--card);
  font-size: .9375rem;
}
.note h2 { margin: 0 0 .5rem; font-size: .9375rem; letter-spacing: 0; }
.note > :last-child { margin-block-end: 0; }

.snippet { margin-block: 1.75rem; }
.snippet figcaption { display: flex; align-items: end; justify-content: space-between; gap: .25rem 1rem; min-block-size: 2rem; margin-block-end: .5rem; color: var(--muted); font-size: .875rem; }
.copy {
  flex: none;
  min-block-size: 2rem;
  padding: .125rem .75rem;
  border: 1px solid var(--edge);
  border-radius: var(--radius);
  background: transparent;
  color: var(--ink);
  font: inherit;
  font-weight: 600;
  cursor: pointer;
}
.copy[hidden] { display: none; }
.copy:hover { border-color: var(--ink); background: var(--card); }
.unseen { position: absolute; inline-size: 1px; block-size: 1px; margin: 0; overflow: hidden; clip-path: inset(50%); }
.snippet pre {
  margin: 0;
  padding: 1rem 1.25rem;
  border: 1px solid var(--line);
  border-radius: var(--radius);
  background: var(--card);
  font-size: .9375rem;
  line-height: 1.6;
}
pre { white-space: pre-wrap; overflow-wrap: anywhere; tab-size: 2; }
.snippet pre code { -webkit-user-select: all; user-select: all; }

.mark { display: block; margin-block-end: 1.5rem; fill: none; stroke: var(--accent); stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
.state { padding-inline-start: 1rem; border-inline-start: 3px solid var(--accent); }
.state.frozen { border-color: var(--edge); }
`
