/** Styles of colors, type and the page frame. All properties are logical, so the sheet also fits right-to-left pages. */
export const FOUNDATION = `:root {
  color-scheme: light dark;
  --ink: #1a1a1f;
  --paper: #fafaf7;
  --card: #ffffff;
  --muted: #6b6b76;
  --line: #e6e4de;
  --edge: #8b8a83;
  --accent: #0f766e;
  --tint: #e4f1ee;
  --alarm: #a8321e;
  --on-accent: #ffffff;
  --radius: 9px;
  --mono: ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace;
}

@media (prefers-color-scheme: dark) {
  :root {
    --ink: #ececf0;
    --paper: #131316;
    --card: #1b1b20;
    --muted: #a0a0ab;
    --line: #36363f;
    --edge: #6f6f7a;
    --accent: #5eead4;
    --tint: #17302d;
    --alarm: #ffb3a3;
    --on-accent: #131316;
  }
}

*, *::before, *::after { box-sizing: border-box; }

html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }

body {
  margin: 0;
  min-block-size: 100vh;
  min-block-size: 100dvh;
  display: flex;
  flex-direction: column;
  background: var(--paper);
  color: var(--ink);
  font: 1.0625rem/1.65 system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif;
  overflow-wrap: break-word;
}

body > * {
  inline-size: 100%;
  max-inline-size: 42rem;
  margin-inline: auto;
  padding-inline: 1.25rem;
}

body.wide > * { max-inline-size: 60rem; }

body > header { padding-block: 1.75rem 0; }
main { flex: 1; padding-block: clamp(2.5rem, 8vh, 5rem) 4rem; }
body > footer { padding-block: 0 2rem; color: var(--muted); font-size: .875rem; }
body > footer p { margin: 0; padding-block-start: 1.25rem; border-block-start: 1px solid var(--line); }

h1, h2, h3 { line-height: 1.2; letter-spacing: -.015em; text-wrap: balance; }
h1 { margin: 0 0 1.25rem; font-size: clamp(1.75rem, 1.3rem + 2vw, 2.375rem); font-weight: 680; }
h2 { margin: 3rem 0 1rem; font-size: 1.25rem; font-weight: 650; }
h3 { margin: 2rem 0 .75rem; font-size: 1rem; font-weight: 650; }
/* Narrower spacing tears joined glyphs apart and crowds full-width ones. */
:is([lang='ar'], [lang='ja'], [lang='zh']) :is(h1, h2, h3) { letter-spacing: 0; line-height: 1.4; }
[lang='ja'] :is(h1, h2, h3) { word-break: auto-phrase; }
p, ul, dl, figure { margin: 0 0 1.25rem; }
a { color: var(--accent); text-underline-offset: .2em; text-decoration-thickness: 1px; }
a:hover { text-decoration-thickness: 2px; }
strong, b { font-weight: 650; }
code { font-family: var(--mono); font-size: .9em; overflow-wrap: anywhere; unicode-bidi: isolate; }

:focus-visible { outline: 2px solid var(--accent); outline-offset: 3px; border-radius: 3px; }

.lead { font-size: 1.1875rem; line-height: 1.6; text-wrap: pretty; }
.muted { color: var(--muted); }
.small { font-size: .9375rem; }
.kicker { margin-block-end: .5rem; color: var(--muted); font-size: .9375rem; }
.unbroken { white-space: nowrap; }

.wordmark {
  display: inline-flex;
  align-items: center;
  gap: .625rem;
  min-block-size: 1.75rem;
  color: var(--ink);
  font-weight: 650;
  letter-spacing: -.01em;
  text-decoration: none;
}
.wordmark::before { content: ''; inline-size: 1.125rem; block-size: .3125rem; border-radius: 1rem; background: var(--accent); }

@media (prefers-reduced-motion: no-preference) {
  .button { transition: background-color .12s, border-color .12s, color .12s; }
}
`
