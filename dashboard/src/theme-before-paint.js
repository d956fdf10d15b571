// A plain script that the parser waits for: the page is never painted in the wrong colours.
;(() => {
  let kept = null
  try {
    kept = localStorage.getItem('formslot-theme')
  } catch {
    // Storage is switched off: the colours of the system it is.
    return
  }
  if (kept === 'light' || kept === 'dark') document.documentElement.dataset.theme = kept
})()
