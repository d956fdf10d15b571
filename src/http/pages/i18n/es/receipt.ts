import type { ReceiptWords } from '../receipt-words.ts'

export const receipt: ReceiptWords = {
  stored: 'Guardado',
  handOver: {
    handed_over: 'Enviado por correo al destinatario',
    saved: 'Guardado para el destinatario',
    on_its_way: 'En curso de entrega',
    delayed: 'Retrasado: todavía no se ha podido enviar por correo. Seguiremos intentándolo.',
    awaiting_confirmation: 'A la espera de que el destinatario confirme este formulario',
    stopped: 'No se envió ningún correo al destinatario. Su mensaje sigue guardado.',
  },
  answer: {
    title: 'Tiene una respuesta',
    none: 'Guarde esta página en sus favoritos: aquí puede aparecer una respuesta.',
  },
  privacy: 'Quien tenga este enlace puede abrir esta página. No muestra lo que usted escribió.',
  follow: 'Seguir su mensaje',
  withdraw: {
    title: 'Retirar este mensaje',
    effect: 'Su mensaje se elimina definitivamente. El destinatario solo ve que fue retirado.',
    handedOver: 'Ya se ha enviado por correo: no podemos recuperar lo que el destinatario ha recibido.',
    saved: 'Es posible que el destinatario ya lo haya leído.',
    until: (time) => `Posible hasta el \`${time}\`.`,
    button: 'Eliminar mi mensaje',
  },
  withdrawn: {
    title: 'Mensaje retirado',
    text: 'Su mensaje se ha eliminado.',
    handedOver: 'Ya se había enviado por correo: no podemos recuperar lo que el destinatario ha recibido.',
    saved: 'Es posible que el destinatario ya lo hubiera leído.',
  },
  tooLate:
    'Este mensaje ya no se puede retirar: solo es posible durante una hora. Póngase en contacto con el destinatario.',
  gone: {
    title: 'Esta página ya no existe',
    text: 'El mensaje correspondiente se ha eliminado, o la dirección de esta página está incompleta.',
  },
}
