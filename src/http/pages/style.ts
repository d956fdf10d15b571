import { FOUNDATION } from './style/foundation.ts'
import { FRONT } from './style/front.ts'
import { PIECES } from './style/pieces.ts'
import { SCREENS } from './style/screens.ts'

/** The one stylesheet of every page, served at `/style.css`. */
export const STYLE = [FOUNDATION, PIECES, SCREENS, FRONT].join('\n')
