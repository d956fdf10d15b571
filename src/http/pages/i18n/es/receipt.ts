import type { ReceiptWords } from '../receipt-words.ts'

export const receipt: ReceiptWords = {
  stored: 'Guardado',
  handOver: {
    handed_over: 'Transmitido al destinatario',
    on_its_way: 'De camino al destinatario',
    delayed:
      'Retrasado: el servidor de correo del destinatario no lo acepta en este momento. Seguiremos intentándolo.',
    awaiting_confirmation: 'A la espera de que el destinatario confirme este formulario',
    stopped: 'No se envió ningún correo al destinatario. Su mensaje sigue guardado.',
  },
  answer: {
    title: 'Respuesta',
    none: 'Si el destinatario responde aquí, su respuesta aparecerá en esta página.',
  },
  privacy: 'Quien tenga la dirección de esta página puede abrirla. No muestra lo que usted escribió.',
  follow: 'Seguir su mensaje',
  withdraw: {
    title: 'Retirar este mensaje',
    effect: 'Su mensaje se elimina definitivamente. El destinatario solo ve que fue retirado.',
    handedOver: 'Ya se ha transmitido: no podemos recuperar lo que el destinatario ha recibido.',
    until: (time) => `Posible hasta el \`${time}\`.`,
    button: 'Eliminar mi mensaje',
  },
  withdrawn: {
    title: 'Mensaje retirado',
    text: 'Su mensaje se ha eliminado.',
    handedOver: 'Ya se había transmitido: no podemos recuperar lo que el destinatario ha recibido.',
  },
  tooLate:
    'Este mensaje ya no se puede retirar: solo es posible durante una hora. Póngase en contacto con el destinatario.',
  gone: {
    title: 'Esta página ya no existe',
    text: 'El mensaje correspondiente se ha eliminado, o la dirección de esta página está incompleta.',
  },
}
