// A blocking script, so that the page is never painted in the wrong colors.
;(() => {
  let kept = null
  try {
    kept = localStorage.getItem('formslot-theme')
  } catch {
    // Storage is disabled: the colors of the system apply.
    return
  }
  if (kept === 'light' || kept === 'dark') document.documentElement.dataset.theme = kept
})()
