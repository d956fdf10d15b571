// A blocking script, so that the page is never painted in the wrong colors, language or direction.
;(() => {
  // Both are filled in by the build.
  const directions = DIRECTIONS
  const texts = TEXTS_ADDRESS
  const root = document.documentElement
  let theme = null
  let chosen = null
  try {
    theme = localStorage.getItem('formslot-theme')
    chosen = localStorage.getItem('formslot-language')
  } catch {
    // Storage is disabled: the colors of the system apply, and the language of the browser.
  }
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme

  const asked = navigator.languages.map((tag) => tag.split('-')[0].toLowerCase())
  const language = [chosen, ...asked].find((one) => one && Object.hasOwn(directions, one)) ?? 'en'
  root.lang = language
  root.dir = directions[language]

  const showsInbox = /^\/app\/?(?:$|inbox)/.test(location.pathname)
  for (const namespace of showsInbox ? ['shell', 'inbox'] : ['shell']) {
    const link = document.createElement('link')
    Object.assign(link, { rel: 'preload', as: 'fetch', crossOrigin: 'anonymous' })
    link.href = `${texts}${language}-${namespace}.json`
    document.head.append(link)
  }
})()
