const NOTHING_LOADED =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; base-uri 'self'; form-action 'none'; "

/** Policy for a previewed email in a frame: its own inline styles, nothing loaded, no script, no navigation. */
export const EMAIL_FRAME_POLICY = `${NOTHING_LOADED}sandbox`

/** Policy for an email that is read in a frame: the same, but its links open the whole window. */
export const FOLLOWED_FRAME_POLICY = `${NOTHING_LOADED}sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation`
