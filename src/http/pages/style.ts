import { DEMO } from './style/demo.ts'
import { DOCS } from './style/docs.ts'
import { FOUNDATION } from './style/foundation.ts'
import { FRONT } from './style/front.ts'
import { PIECES } from './style/pieces.ts'
import { RECEIPT } from './style/receipt.ts'
import { SCREENS } from './style/screens.ts'
import { STATS } from './style/stats.ts'
import { STATUS } from './style/status.ts'

/** Stylesheet of all pages, served at `/style.css`. */
export const STYLE = [FOUNDATION, PIECES, SCREENS, RECEIPT, STATS, STATUS, FRONT, DEMO, DOCS].join('\n')
