import type { ScriptWords } from '../script-words.ts'

export const script: ScriptWords = {
  success: '¡Gracias! Su mensaje se ha enviado.',
  receipt: 'Ver qué pasa con su mensaje',
  offline: 'No tiene conexión. ',
  kept: 'Hemos guardado su mensaje en este navegador y lo enviaremos cuando vuelva la conexión. Al eliminar los datos del navegador, se pierde.',
  failed: 'No se ha podido enviar su mensaje. Compruebe su conexión e inténtelo de nuevo.',
  expired: 'No se ha podido enviar su mensaje en 24 horas. Revíselo y envíelo de nuevo.',
}
