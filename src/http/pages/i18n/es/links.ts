import { DECLINE_DAYS_AFTER_CLAIM, UNDO_DECLINE_HOURS } from '../../../../domain/endpoints/decline.ts'
import { IDLE_DAYS } from '../../../../domain/endpoints/endpoint.ts'
import { createCounter } from '../../../../domain/language.ts'
import type { LinkWords } from '../link-words.ts'

const counted = createCounter('es')

const EVENTS_ARE_SEEN = 'Los eventos no se envían por correo: puede verlos en el panel.'
const MESSAGES_ARE_SEEN =
  'Los mensajes no se envían por correo: los procesan sus programas y puede verlos en el panel.'
const CREATE_NEW = 'Para continuar, cree un nuevo formulario, endpoint o cola y use su nueva URL.'

export const links: LinkWords = {
  kinds: {
    form: {
      amount: counted({ one: 'mensaje', other: 'mensajes' }),
      unlimited: (plan) => `El plan ${plan} incluye mensajes ilimitados.`,
      claim: 'Reclamar este formulario',
      isYours: '¿Es este su formulario?',
      nowBelongs: (mailbox) => `Este formulario pertenece ahora a \`${mailbox}\``,
      belongs: (mailbox) => `Este formulario pertenece a \`${mailbox}\``,
      receivedSoFar: (digits) => `Mensajes hasta ahora: ${digits}`,
      untilConfirmed: () => 'Hasta entonces, los enlaces de los correos siguen desactivados.',
      receives: (mailbox) => `Un formulario web envía sus mensajes a \`${mailbox}\`.`,
      emailsBefore: 'Seguirá recibiendo cada mensaje por correo.',
      emailsAfter: 'Seguirá recibiendo cada mensaje por correo.',
      createdForYou: (mailbox) =>
        `Alguien ha creado un formulario con su dirección de correo \`${mailbox}\`.`,
      retired: 'El formulario se desactiva y deja de funcionar.',
      alreadyRetired: 'El formulario ya no acepta mensajes ni envía correos. No tiene que hacer nada más.',
      ifStopped:
        'El formulario sigue funcionando y cada mensaje se guarda, pero no recibirá ninguno por correo.',
      stopped:
        'Los mensajes se guardan, pero no se envían por correo. Los que lleguen a partir de ahora tampoco se enviarán más tarde.',
      restarted: 'A partir de ahora volverá a recibir cada mensaje por correo.',
    },
    telemetry: {
      amount: counted({ one: 'evento', other: 'eventos' }),
      unlimited: (plan) => `El plan ${plan} incluye eventos ilimitados.`,
      claim: 'Reclamar este endpoint',
      isYours: '¿Es este su endpoint?',
      nowBelongs: (mailbox) => `Este endpoint pertenece ahora a \`${mailbox}\``,
      belongs: (mailbox) => `Este endpoint pertenece a \`${mailbox}\``,
      receivedSoFar: (digits) => `Eventos hasta ahora: ${digits}`,
      untilConfirmed: (amount) => `Hasta ese clic acepta como máximo ${amount} en total.`,
      receives: (mailbox) => `Un programa envía eventos a un endpoint creado para \`${mailbox}\`.`,
      emailsBefore: EVENTS_ARE_SEEN,
      emailsAfter: EVENTS_ARE_SEEN,
      createdForYou: (mailbox) =>
        `Alguien ha creado un endpoint de telemetría con su dirección de correo \`${mailbox}\`.`,
      retired: 'El endpoint se desactiva y ya no acepta eventos.',
      alreadyRetired: 'El endpoint ya no acepta eventos ni envía correos. No tiene que hacer nada más.',
      ifStopped:
        'El endpoint sigue aceptando eventos. Solo dejará de recibir correos sobre él, como los avisos de cuota.',
      stopped: 'Los eventos se siguen guardando, pero no recibirá correos sobre este endpoint.',
      restarted: 'A partir de ahora volverá a recibir correos sobre este endpoint.',
    },
    queue: {
      amount: counted({ one: 'mensaje', other: 'mensajes' }),
      unlimited: (plan) => `El plan ${plan} incluye mensajes ilimitados.`,
      claim: 'Reclamar esta cola',
      isYours: '¿Es esta su cola?',
      nowBelongs: (mailbox) => `Esta cola pertenece ahora a \`${mailbox}\``,
      belongs: (mailbox) => `Esta cola pertenece a \`${mailbox}\``,
      receivedSoFar: (digits) => `Mensajes hasta ahora: ${digits}`,
      untilConfirmed: (amount) => `Hasta ese clic acepta como máximo ${amount} en total.`,
      receives: (mailbox) => `Un programa publica mensajes en una cola creada para \`${mailbox}\`.`,
      emailsBefore: MESSAGES_ARE_SEEN,
      emailsAfter: MESSAGES_ARE_SEEN,
      createdForYou: (mailbox) =>
        `Alguien ha creado una cola de mensajes con su dirección de correo \`${mailbox}\`.`,
      retired: 'La cola se desactiva y ya no acepta mensajes.',
      alreadyRetired: 'La cola ya no acepta mensajes ni envía correos. No tiene que hacer nada más.',
      ifStopped:
        'La cola sigue aceptando mensajes. Solo dejará de recibir correos sobre ella, como los avisos de cuota.',
      stopped: 'Los mensajes se siguen guardando, pero no recibirá correos sobre esta cola.',
      restarted: 'A partir de ahora volverá a recibir correos sobre esta cola.',
    },
  },
  claim: {
    instruction: 'Haga clic en el botón para reclamar la propiedad. No necesita contraseña.',
    doneTitle: 'Ahora le pertenece',
    changes: 'Esto es lo que cambia ahora:',
    alreadyClaimed: 'Ya se reclamó antes, así que abrir el enlace de nuevo no cambia nada. Así queda:',
    capEnds: (amount) => `El límite de ${amount} en total deja de aplicarse.`,
    capEnded: (amount) => `El límite de ${amount} en total ya no se aplica.`,
    quota: (plan, amount) => `El plan ${plan} incluye ${amount} al mes.`,
    monthly: (amount, cap) => `Ahora dispone de ${amount} al mes en lugar de ${cap} en total.`,
    neverExpires: 'Ya no tiene fecha de caducidad.',
    oneClickLeft:
      'Falta un clic: confirme que le pertenece. Lo preguntamos porque algunos programas de correo abren los enlaces por sí mismos.',
    emailsHeld: (digits) => `Correos que esperan su clic: ${digits}`,
    name: '¿Cómo se llama este formulario?',
    open: 'Abrir el panel',
    openInbox: 'Abrir la bandeja de entrada',
    confirmInbox: 'Sí, es mío. Abrir mi bandeja',
    confirmOpen: 'Sí, me pertenece',
    decline: 'No fui yo',
  },
  decline: {
    askTitle: '¿No fue usted?',
    effects: `Si no fue usted, haga clic en el botón. Hace tres cosas, y puede deshacerlas aquí durante ${UNDO_DECLINE_HOURS} horas:`,
    deleted: `Todo lo que se ha recibido se elimina después de ${UNDO_DECLINE_HOURS} horas.`,
    suppressed:
      'Su dirección queda bloqueada: nadie podrá crear nada con ella sin iniciar sesión como usted, y lo que nadie ha reclamado no le enviará más correos.',
    othersClaimed: 'Estos son suyos. Siguen funcionando y usted sigue recibiendo sus correos:',
    othersUnclaimed:
      'Estos no los ha reclamado nadie. No le envían correos mientras su dirección esté bloqueada:',
    button: 'Desactivar y bloquear mi dirección',
    ifYours: 'Si fue usted, cierre esta página. No ha cambiado nada.',
    doneTitle: 'Desactivado',
    done: (mailbox) =>
      `Nadie puede crear nada con \`${mailbox}\` sin iniciar sesión, y lo que nadie ha reclamado no le envía más correos.`,
    undoUntil: (time) =>
      `Puede deshacerlo aquí hasta el ${time}. Después, todo lo que se ha recibido se elimina definitivamente.`,
    undo: 'Deshacer',
    nothingElse: 'No tiene que hacer nada más. Todavía puede llegar algún correo que ya estaba en camino.',
    restoredTitle: 'Deshecho',
    restored:
      'Funciona como antes y no se ha eliminado nada. Se ha levantado el bloqueo de su dirección que esto causó.',
    alreadyTitle: 'Ya estaba desactivado',
    final: `Se desactivó hace más de ${UNDO_DECLINE_HOURS} horas, así que ya no se puede deshacer. Todo lo que se había recibido se ha eliminado.`,
    tooLateTitle: 'Este enlace ya no permite la desactivación',
    tooLate: `Se reclamó hace más de ${DECLINE_DAYS_AFTER_CLAIM} días, así que un correo antiguo ya no puede eliminar nada.`,
    tooLateAdvice:
      'Para dejar de recibir los correos, use «Cancelar suscripción» en su programa de correo o los ajustes del panel.',
  },
  emails: {
    askTitle: '¿Dejar de recibir estos correos?',
    canRestart: 'Puede volver a activar los correos aquí en cualquier momento.',
    stop: 'Dejar de recibir estos correos',
    stoppedTitle: 'Los correos están desactivados',
    start: 'Volver a activar los correos',
    startedTitle: 'Los correos están activados de nuevo',
  },
  digest: {
    askTitle: '¿Detener el correo semanal sobre spam?',
    stoppedTitle: 'El correo semanal sobre spam está desactivado',
    startedTitle: 'El correo semanal sobre spam está activado de nuevo',
    ifStopped:
      'Ya no recibirá el correo semanal sobre su carpeta de spam. Todos los demás correos seguirán llegando.',
    stopped: 'Ya no recibe el correo semanal sobre su carpeta de spam. Revísela de vez en cuando.',
    restarted:
      'Volverá a recibir un correo, como mucho una vez por semana, cuando en su carpeta de spam haya algo que no ha visto.',
  },
  deadLinks: {
    unknown: {
      title: 'Este enlace no funciona',
      why: 'El enlace está incompleto o es incorrecto. Puede que su programa de correo lo haya cortado.',
      what: 'Copie el enlace completo del correo en la barra de direcciones de su navegador.',
    },
    expired: {
      title: 'Caducado',
      why: `Nadie lo reclamó y no se recibió nada durante ${IDLE_DAYS} días. Esto no se puede deshacer.`,
      what: CREATE_NEW,
    },
    retired: {
      title: 'Desactivado',
      why: `Ya no se acepta nada ni se envían correos. Si se desactivó con «No fui yo», ese mismo enlace permite deshacerlo durante ${UNDO_DECLINE_HOURS} horas.`,
      what: CREATE_NEW,
    },
  },
}
