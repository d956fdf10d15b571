import { MAX_CODE_TRIES, SIGN_IN_MINUTES } from '../../../../domain/accounts/sign-in.ts'
import { IDLE_DAYS } from '../../../../domain/endpoints/endpoint.ts'
import { UNCLAIMED_CAP } from '../../../../domain/endpoints/kinds/form.ts'
import { MAX_BODY_BYTES, MAX_FIELDS } from '../../../../domain/submissions/fields.ts'
import type { VisitorWords } from '../visitor-words.ts'

export const visitor: VisitorWords = {
  footer: 'Formslot: formularios, eventos y colas sin backend.',
  copy: { button: 'Copiar', done: 'Copiado' },
  thanks: {
    title: 'Gracias',
    text: 'Su mensaje se ha enviado.',
    back: (host) => `Volver a \`${host}\``,
    close: 'Puede cerrar esta página.',
  },
  refusal: {
    blank: {
      title: 'No ha rellenado nada',
      text: 'Vuelva atrás, rellene el formulario y envíelo de nuevo.',
      owner: null,
    },
    empty: {
      title: 'No nos ha llegado nada',
      text: 'Probablemente el problema está en el sitio web, no en lo que usted escribió.',
      owner:
        'Cada input, select y textarea necesita un atributo `name`. Sin él, el navegador no envía el campo.',
    },
    sentByGet: {
      title: 'No se ha enviado nada',
      text: 'El problema está en el sitio web, no en lo que usted escribió.',
      owner:
        'Al formulario le falta `method="post"`, así que el navegador puso los campos en la dirección en lugar de enviarlos. Escriba `<form method="post" action="…">`.',
    },
    field: {
      title: 'Revise una de sus respuestas',
      text: 'Corríjala, o acórtela si es muy larga, y vuelva a enviar el formulario.',
      owner: null,
    },
    tooManyFields: {
      title: 'El formulario tiene demasiados campos',
      text: 'El problema está en el sitio web, no en lo que usted escribió. Su mensaje no se ha guardado.',
      owner: `Un mensaje puede tener hasta ${MAX_FIELDS} campos.`,
    },
    file: {
      title: 'Este formulario no admite archivos',
      text: 'Quite el archivo y vuelva a enviar el formulario.',
      owner: 'Todavía no se admite subir archivos. Quite `<input type="file">` del formulario.',
    },
    tooLarge: {
      title: 'Su mensaje es demasiado largo',
      text: 'Acórtelo y vuelva a enviar el formulario.',
      owner: `Un mensaje puede ocupar hasta ${MAX_BODY_BYTES / 1024} KiB en total.`,
    },
    unreadable: {
      title: 'No se ha podido leer el formulario',
      text: 'El problema está en el sitio web, no en lo que usted escribió. Su mensaje no se ha guardado.',
      owner:
        'Envíe los campos como `application/x-www-form-urlencoded`, `multipart/form-data` o un objeto JSON.',
    },
    refused: {
      title: 'El formulario no se ha aceptado',
      text: 'El problema está en el sitio web, no en lo que usted escribió. Su mensaje no se ha guardado.',
      owner: null,
    },
    elsewhere: {
      title: 'No se ha cambiado nada',
      text: 'Esto debe hacerse en una página de este servicio. Abra esa página y haga clic allí en el botón.',
      owner: null,
    },
    inProgress: {
      title: 'Su mensaje se está procesando',
      text: 'Se envió más de una vez y todavía estamos procesando el primero.',
      owner: null,
    },
    wait: {
      title: 'Espere un momento',
      text: 'Está enviando demasiado rápido. Su último mensaje no se ha guardado.',
      owner: null,
    },
    challenge: {
      title: 'Falta la comprobación del navegador',
      text: 'Este formulario solo acepta un mensaje junto con un pequeño cálculo que el navegador hace por sí mismo. Faltaba o ya no era válido, así que su mensaje no se ha guardado. Active JavaScript, vuelva a cargar el formulario y envíelo de nuevo.',
      owner:
        'Este formulario pide una prueba de trabajo (`challenge: required`). Añada el widget de ALTCHA o `/form.js` a la página, o cambie `challenge` a `score`, que acepta a visitantes sin JavaScript.',
    },
    frozen: {
      title: 'Este formulario ha alcanzado su límite',
      text: 'No acepta más mensajes hasta que el propietario del sitio web lo confirme. Su mensaje no se ha guardado: póngase en contacto por otro medio.',
      owner: `Este endpoint ha aceptado los ${UNCLAIMED_CAP} mensajes que admite sin reclamar. Siga el enlace para reclamarlo en cualquiera de sus correos y volverá a funcionar de inmediato.`,
    },
    monthlyQuota: {
      title: 'Este formulario ha alcanzado su límite mensual',
      text: 'Su mensaje no se ha guardado. Si es urgente, póngase en contacto por otro medio.',
      owner: 'La cuota mensual del plan está agotada. Se restablece el día 1 (UTC).',
    },
    expired: {
      title: 'Este formulario ya no está activo',
      text: 'Su mensaje no se ha guardado. Póngase en contacto con el propietario del sitio web por otro medio.',
      owner: `Nadie reclamó este endpoint y no recibió nada durante ${IDLE_DAYS} días, así que ha caducado definitivamente. Cree un nuevo endpoint y use su URL en el formulario.`,
    },
    retired: {
      title: 'Este formulario se ha desactivado',
      text: 'Su mensaje no se ha guardado. Póngase en contacto con el propietario del sitio web por otro medio.',
      owner:
        'El propietario ha desactivado este endpoint definitivamente. Cree un nuevo endpoint y use su URL en el formulario.',
    },
    formNotFound: {
      title: 'Este formulario ya no está disponible',
      text: 'Su mensaje no se ha guardado. Póngase en contacto por otro medio.',
      owner: 'Compare el `action` del formulario con la URL que recibió al crear el endpoint.',
    },
    pageNotFound: { title: 'Página no encontrada', text: 'Compruebe la dirección.', owner: null },
    notStored: {
      title: 'No se ha podido guardar su mensaje',
      text: 'No podemos aceptar mensajes en este momento. No se ha guardado nada.',
      owner: null,
    },
    unsure: {
      title: 'Algo ha fallado por nuestra parte',
      text: 'No sabemos si su mensaje se ha guardado. Puede volver a enviarlo sin problema.',
      owner: null,
    },
  },
  refusalPage: {
    inputKept: 'Vuelva atrás en el navegador. Lo que escribió debería seguir ahí.',
    reload: 'Recargar el formulario',
    field: 'Campo',
    tryAgain: (wait) => `Inténtelo de nuevo ${wait.later}.`,
    tryLater: 'Inténtelo de nuevo más tarde.',
    forOwner: 'Para el propietario de este sitio web',
    details: 'Detalles',
    code: 'Código',
    request: 'Solicitud',
  },
  formInfo: {
    title: 'Este es un endpoint de formulario',
    text: 'Los formularios que se envían a esta URL se guardan y se envían por correo a su propietario. Aquí no hay nada que leer.',
    state: {
      unclaimed:
        'Activo, todavía sin reclamar. El primer mensaje incluye un enlace con el que el destinatario puede reclamar este formulario.',
      claimed: 'Activo y reclamado por su destinatario.',
      frozen: `En pausa después de ${UNCLAIMED_CAP} mensajes. Continuará en cuanto el destinatario siga el enlace del primer correo.`,
    },
    inPage: 'Formulario HTML',
    onCommandLine: 'Línea de comandos',
    dryRun: 'Añada `?dry_run=1` a la URL para comprobarlo todo sin enviar nada.',
    example: {
      name: 'Nombre',
      email: 'Correo electrónico',
      message: 'Mensaje',
      send: 'Enviar',
      hello: 'Hola',
      leaveEmpty: 'Deje este campo vacío',
    },
  },
  destination: {
    unconfirmed: {
      title: '¿Quiere recibir los mensajes de este formulario?',
      text: ({ mailbox, owner }) =>
        `El propietario de un formulario web (\`${owner}\`) quiere enviar los mensajes también a su dirección \`${mailbox}\`.`,
      consent:
        'No se envía nada sin su confirmación, y cada correo incluye un enlace para dejar de recibirlos.',
      confirm: 'Sí, quiero recibirlos',
      decline: 'No, y no volver a preguntar',
      declineEffect:
        '«No, y no volver a preguntar» quita su dirección del formulario, y nadie podrá hacer que le preguntemos de nuevo.',
    },
    confirmed: {
      title: 'Usted recibe los mensajes de este formulario',
      text: (mailbox) =>
        `A partir de ahora, cada mensaje nuevo llega a \`${mailbox}\`. Puede dejar de recibirlos aquí en cualquier momento.`,
      stop: 'Dejar de recibir estos correos',
    },
    stopped: {
      title: 'Los correos de este formulario están desactivados',
      text: (mailbox) =>
        `Los mensajes nuevos ya no se envían a \`${mailbox}\`. El propietario del formulario puede verlo, pero no puede volver a activar los correos. Usted puede hacerlo aquí en cualquier momento. Todavía puede llegar algún correo que ya estaba en camino.`,
    },
    gone: {
      title: 'Usted no recibe los mensajes de este formulario',
      text: 'Su dirección se quitó del formulario o el formulario se desactivó. No tiene que hacer nada más. Para volver a recibir los mensajes, pida al propietario del formulario que añada su dirección. Todavía puede llegar algún correo que ya estaba en camino.',
    },
    refused: {
      title: 'Listo. No volveremos a preguntar',
      text: 'Su dirección se quitó del formulario y no recibió ninguno de sus mensajes. Nadie podrá hacer que le preguntemos de nuevo.',
    },
  },
  signIn: {
    ask: {
      title: 'Iniciar sesión',
      text: 'Escriba su dirección de correo. Le enviaremos un enlace y un código para iniciar sesión.',
      email: 'Correo electrónico',
      send: 'Enviarme un enlace',
      notAnAddress: 'Esa dirección está incompleta. Compruébela.',
      tooOften: (wait) =>
        `Se han solicitado demasiados correos de inicio de sesión desde su red. Inténtelo de nuevo ${wait.later}.`,
    },
    sent: {
      title: 'Revise su bandeja de entrada',
      text: `Si hay una cuenta con esta dirección, un correo está en camino. Abra el enlace en este navegador o escriba el código. Ambos caducan en ${SIGN_IN_MINUTES} minutos.`,
      code: 'Código del correo',
      submit: 'Iniciar sesión',
      wrongCode: `Código incorrecto. Use el del último correo. Después de ${MAX_CODE_TRIES} códigos incorrectos necesitará un correo nuevo.`,
      nothingCame:
        '¿No ha llegado el correo después de unos minutos? Revise la carpeta de spam y la dirección.',
      again: 'Enviar de nuevo',
      keptHere: 'No hay ningún servidor de correo configurado, así que los correos se quedan en este equipo.',
      toEmails: 'Leerlos aquí',
    },
    link: {
      title: 'Iniciar sesión',
      text: '¿Iniciar sesión en este navegador?',
      button: 'Iniciar sesión',
    },
    otherBrowser: {
      title: '¿Lo ha solicitado usted?',
      signIn:
        'Este correo se solicitó en otro navegador. Si otra persona le envió el enlace, no siga: iniciaría sesión en la cuenta de esa persona.',
      confirm:
        'Este correo se solicitó en otro navegador que tiene la sesión iniciada en su cuenta. Continúe solo si fue usted.',
      device: 'Solicitado desde',
      time: 'Solicitado el',
      unknownDevice: 'un navegador desconocido',
      ifNotYou: 'Si no fue usted, cierre esta página. No ha pasado nada.',
    },
    confirm: {
      title: 'Confirme que es usted',
      text: 'Está a punto de hacer algo que no se puede deshacer. Confirme que es usted.',
      button: 'Sí, soy yo',
      doneTitle: 'Confirmado',
      doneText: 'Vuelva al navegador del que venía y continúe allí.',
    },
    deadLink: {
      title: 'Este enlace ya no funciona',
      text: `Ya se ha usado, tiene más de ${SIGN_IN_MINUTES} minutos o no se copió completo.`,
      again: 'Obtener un enlace nuevo',
    },
    signedOut: {
      title: 'Ha cerrado sesión',
      text: 'Este navegador ya no tiene acceso a su cuenta.',
      again: 'Volver a iniciar sesión',
    },
  },
}
