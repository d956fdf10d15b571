import { MAX_CODE_TRIES, SIGN_IN_MINUTES } from '../../../../domain/accounts/sign-in.ts'
import { IDLE_DAYS } from '../../../../domain/endpoints/endpoint.ts'
import { UNCLAIMED_CAP } from '../../../../domain/endpoints/kinds/form.ts'
import { MAX_BODY_BYTES, MAX_FIELDS } from '../../../../domain/submissions/fields.ts'
import type { VisitorWords } from '../visitor-words.ts'

export const visitor: VisitorWords = {
  footer: 'Formslot entrega por correo electrónico los mensajes de formularios web.',
  thanks: {
    title: 'Gracias',
    text: 'Su mensaje ha llegado correctamente y se está reenviando.',
    back: 'Volver a la página',
    close: 'Ya puede cerrar esta página.',
  },
  refusal: {
    empty: {
      title: 'El formulario llegó vacío',
      text: 'No hemos recibido nada de lo que escribió, así que no había nada que reenviar.',
      owner:
        'Cada input, select y textarea necesita un atributo `name`: el navegador no envía los campos sin nombre.',
    },
    field: {
      title: 'Uno de los campos no se puede aceptar',
      text: 'Revise este campo, acórtelo si es muy largo y vuelva a enviar el formulario.',
      owner: null,
    },
    tooManyFields: {
      title: 'El formulario tiene demasiados campos',
      text: 'Envía más campos de los que se pueden aceptar. Su mensaje no se ha guardado.',
      owner: `Un envío puede tener hasta ${MAX_FIELDS} campos.`,
    },
    file: {
      title: 'Este formulario no admite archivos',
      text: 'Quite el archivo y vuelva a enviar el formulario sin él.',
      owner: 'Esta dirección solo acepta campos de texto: quite `<input type="file">` del formulario.',
    },
    tooLarge: {
      title: 'El mensaje es demasiado grande',
      text: 'Acórtelo y vuelva a enviar el formulario.',
      owner: `Un envío puede ocupar hasta ${MAX_BODY_BYTES / 1024} KiB en total.`,
    },
    unreadable: {
      title: 'No se ha podido leer el formulario',
      text: 'La causa está en la forma en que este sitio envía el formulario, no en lo que usted escribió. Su mensaje no se ha guardado.',
      owner:
        'Envíe los campos como `application/x-www-form-urlencoded`, `multipart/form-data` o como un objeto JSON.',
    },
    refused: {
      title: 'El formulario no se ha aceptado',
      text: 'La causa está en la forma en que este sitio envía el formulario, no en lo que usted escribió. Su mensaje no se ha guardado.',
      owner: null,
    },
    elsewhere: {
      title: 'No ha cambiado nada',
      text: 'El botón debe pulsarse en una página de este servicio. Abra usted esa página y púlselo allí.',
      owner: null,
    },
    inProgress: {
      title: 'Su mensaje se está procesando',
      text: 'Se envió más de una vez y el primer envío todavía no ha recibido respuesta.',
      owner: null,
    },
    wait: {
      title: 'Un momento, por favor',
      text: 'Se han recibido demasiados envíos desde su conexión en poco tiempo. Su último mensaje no se ha guardado.',
      owner: null,
    },
    frozen: {
      title: 'Este formulario ha alcanzado su límite',
      text: 'No aceptará más mensajes hasta que el propietario del sitio lo confirme. Su mensaje no se ha guardado: póngase en contacto por otro medio.',
      owner: `Esta dirección ya ha recibido sus ${UNCLAIMED_CAP} envíos. Siga el enlace de confirmación de cualquiera de sus correos y volverá a funcionar de inmediato.`,
    },
    monthlyQuota: {
      title: 'Este formulario ha alcanzado su límite de este mes',
      text: 'Su mensaje no se ha guardado. Si no puede esperar, póngase en contacto por otro medio.',
      owner: 'La cuota mensual del plan está agotada. Se renueva el primer día del mes (UTC).',
    },
    expired: {
      title: 'Este formulario ya no está activo',
      text: 'Su mensaje no se ha guardado. Póngase en contacto con el propietario del sitio por otro medio.',
      owner: `Nadie confirmó esta dirección y no llegó nada durante ${IDLE_DAYS} días, por lo que ha caducado definitivamente. Cree una nueva y póngala en el formulario.`,
    },
    retired: {
      title: 'Este formulario se ha desactivado',
      text: 'Su mensaje no se ha guardado. Póngase en contacto con el propietario del sitio por otro medio.',
      owner:
        'El destinatario ha desactivado esta dirección definitivamente. Cree una nueva y póngala en el formulario.',
    },
    formNotFound: {
      title: 'Este formulario no existe',
      text: 'El formulario apunta a una dirección que no está en uso. Su mensaje no se ha guardado.',
      owner: 'Compare el atributo `action` del formulario con la dirección que recibió al crearla.',
    },
    pageNotFound: { title: 'Esta página no existe', text: 'Compruebe la dirección.', owner: null },
    notStored: {
      title: 'No se ha podido guardar su mensaje',
      text: 'El servicio no puede recibirlo en este momento. No se ha guardado nada.',
      owner: null,
    },
    unsure: {
      title: 'Algo ha fallado por nuestra parte',
      text: 'No podemos asegurar que su mensaje se haya guardado. Puede volver a enviarlo sin problema.',
      owner: null,
    },
  },
  refusalPage: {
    inputKept:
      'Lo que escribió no se ha perdido: el botón Atrás de su navegador le lleva al formulario y debería seguir allí.',
    reload: 'Abrir la página de nuevo',
    field: 'Campo',
    tryAgain: (wait) => `Vuelva a intentarlo ${wait.later}.`,
    tryLater: 'Vuelva a intentarlo un poco más tarde.',
    forOwner: 'Para el propietario de este sitio',
    details: 'Detalles',
    code: 'Código',
    request: 'Solicitud',
  },
  formInfo: {
    title: 'Esta dirección recibe formularios',
    text: 'Los formularios que se envían a esta URL se guardan y se reenvían por correo. Aquí no hay nada que leer.',
    state: {
      unclaimed: 'Activa. El primer mensaje llega con un enlace con el que el destinatario la hace suya.',
      claimed: 'Activa y confirmada por su destinatario.',
      frozen: `En pausa tras ${UNCLAIMED_CAP} mensajes. Continuará en cuanto el destinatario siga el enlace del primer correo.`,
    },
    inPage: 'En una página web',
    onCommandLine: 'En la línea de comandos',
    dryRun: 'Con `?dry_run=1` al final de la dirección se comprueba todo y no se envía nada.',
    example: {
      email: 'Correo electrónico',
      message: 'Mensaje',
      send: 'Enviar',
      hello: 'Hola',
      leaveEmpty: 'Deje este campo vacío',
    },
  },
  destination: {
    asked: {
      title: '¿Quiere recibir los mensajes de este formulario?',
      text: ({ mailbox, owner }) =>
        `El propietario de un formulario web (\`${owner}\`) quiere enviar los mensajes también a su dirección \`${mailbox}\`.`,
      consent: 'No se envía nada antes de que lo confirme, y cada mensaje lleva un enlace para ponerle fin.',
      confirm: 'Sí, envíenmelos',
      decline: 'Yo no he pedido esto',
      declineEffect:
        'El segundo botón retira su dirección del formulario, y nadie puede hacer que le preguntemos de nuevo.',
    },
    confirmed: {
      title: 'Usted recibe los mensajes de este formulario',
      text: (mailbox) =>
        `Desde ahora, cada mensaje nuevo del formulario llega a \`${mailbox}\`. Puede ponerle fin aquí cuando quiera.`,
      stop: 'Dejar de recibir estos mensajes',
    },
    gone: {
      title: 'Usted no recibe los mensajes de este formulario',
      text: 'Se retiró del formulario, o el formulario se ha desactivado. No hay nada más que hacer. Un mensaje que ya estaba en camino todavía puede llegar.',
    },
    refused: {
      title: 'Hecho. No volveremos a preguntar',
      text: 'Su dirección se retiró del formulario y no recibió ninguno de sus mensajes. Nadie puede hacer que le preguntemos de nuevo.',
    },
  },
  signIn: {
    ask: {
      title: 'Iniciar sesión',
      text: 'Escriba la dirección de correo destinataria de sus formularios, su telemetría o sus colas. Recibirá un mensaje con un enlace y un código: no hay contraseña.',
      email: 'Correo electrónico',
      send: 'Enviarme el mensaje',
      notAnAddress: 'No es una dirección de correo completa. Compruébela, por favor.',
      tooOften: (wait) =>
        `Se han pedido demasiados mensajes desde su conexión. Vuelva a intentarlo ${wait.later}.`,
    },
    sent: {
      title: 'Mire su correo',
      text: `Si algún formulario, telemetría o cola pertenece a esta dirección, hay un mensaje en camino. Abra su enlace en este navegador o escriba aquí su código. Ambos valen ${SIGN_IN_MINUTES} minutos.`,
      code: 'Código del mensaje',
      submit: 'Iniciar sesión',
      wrongCode: `Este código no sirve. Escriba el del mensaje más reciente; tras ${MAX_CODE_TRIES} errores hace falta un mensaje nuevo.`,
      nothingCame:
        '¿No hay nada después de unos minutos? Mire en la carpeta de spam y compruebe la dirección.',
      again: 'Pedir otro mensaje',
      keptHere: 'Esta instancia no envía correo: sus mensajes se quedan en este equipo.',
      toEmails: 'Leerlos aquí',
    },
    link: {
      title: 'Iniciar sesión',
      text: 'Un clic y este navegador tendrá la sesión iniciada.',
      button: 'Iniciar sesión',
    },
    otherBrowser: {
      title: '¿Lo ha pedido usted?',
      signIn:
        'El mensaje se pidió en otro navegador. Si otra persona le ha enviado este enlace, no siga: entraría en la cuenta de esa persona.',
      confirm:
        'El mensaje se pidió en otro navegador que tiene iniciada una sesión con su cuenta. Siga solo si es usted quien lo usa.',
      device: 'Pedido desde',
      time: 'Pedido el',
      unknownDevice: 'un navegador desconocido',
      ifNotYou: 'Si no ha sido usted, cierre esta página. No ha pasado nada.',
    },
    confirm: {
      title: '¿Es usted?',
      text: 'Con esta cuenta se va a hacer algo que no se puede deshacer. Un clic confirma que es usted.',
      button: 'Soy yo',
      doneTitle: 'Confirmado',
      doneText: 'Vuelva al navegador en el que lo pidió y continúe allí.',
    },
    deadLink: {
      title: 'Este enlace ya no funciona',
      text: `Ya se ha usado, tiene más de ${SIGN_IN_MINUTES} minutos o no se copió entero.`,
      again: 'Pedir un mensaje nuevo',
    },
    signedOut: {
      title: 'Ha cerrado la sesión',
      text: 'Este navegador ya no tiene acceso a la cuenta.',
      again: 'Volver a iniciar sesión',
    },
  },
}
