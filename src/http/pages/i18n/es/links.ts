import { DECLINE_DAYS_AFTER_CLAIM } from '../../../../domain/endpoints/decline.ts'
import { IDLE_DAYS } from '../../../../domain/endpoints/endpoint.ts'
import type { LinkWords } from '../link-words.ts'

const EVENTS_ARE_SEEN = 'Sus eventos no se envían por correo: puede verlos en el panel.'
const MESSAGES_ARE_SEEN =
  'Sus mensajes no se envían por correo: los procesan programas, y puede verlos en el panel.'
const CREATE_NEW = 'Para continuar, cree una dirección nueva y utilícela en su lugar.'

export const links: LinkWords = {
  kinds: {
    form: {
      amount: (digits) => `${digits} envíos`,
      unlimited: (plan) => `El plan ${plan} acepta un número ilimitado de envíos.`,
      receives: (mailbox) => `Un formulario web manda sus envíos a \`${mailbox}\`.`,
      emailsBefore: 'Los correos siguen llegando como hasta ahora.',
      emailsAfter: 'Seguirá recibiendo cada envío por correo.',
      createdForYou: (mailbox) =>
        `Alguien ha creado un formulario con su dirección de correo \`${mailbox}\`.`,
      retired: 'La dirección se desactiva: su formulario deja de funcionar.',
      alreadyRetired: 'Ya no acepta envíos ni manda más correos. No hay nada más que hacer.',
      ifStopped:
        'Su formulario sigue funcionando y cada envío se guarda, pero ya no se le manda ninguno por correo.',
      stopped:
        'Los envíos se guardan, pero no se mandan por correo. Los que lleguen ahora tampoco se mandarán más tarde.',
      restarted: 'Desde ahora, cada envío se le manda por correo.',
    },
    telemetry: {
      amount: (digits) => `${digits} eventos`,
      unlimited: (plan) => `El plan ${plan} acepta un número ilimitado de eventos.`,
      receives: (mailbox) => `Un programa envía eventos a una dirección creada para \`${mailbox}\`.`,
      emailsBefore: EVENTS_ARE_SEEN,
      emailsAfter: EVENTS_ARE_SEEN,
      createdForYou: (mailbox) =>
        `Alguien ha creado una dirección de telemetría con su correo \`${mailbox}\`.`,
      retired: 'La dirección se desactiva: ningún programa puede enviarle más eventos.',
      alreadyRetired: 'Ya no acepta eventos ni manda más correos. No hay nada más que hacer.',
      ifStopped:
        'Sigue aceptando eventos; los correos sobre ella, por ejemplo cuando una cuota está casi agotada, ya no llegan.',
      stopped: 'Los eventos se guardan como antes, y usted no recibe correos sobre esta dirección.',
      restarted: 'Desde ahora vuelve a recibir los correos sobre esta dirección.',
    },
    queue: {
      amount: (digits) => `${digits} mensajes`,
      unlimited: (plan) => `El plan ${plan} acepta un número ilimitado de mensajes.`,
      receives: (mailbox) => `Un programa pone mensajes en una cola creada para \`${mailbox}\`.`,
      emailsBefore: MESSAGES_ARE_SEEN,
      emailsAfter: MESSAGES_ARE_SEEN,
      createdForYou: (mailbox) => `Alguien ha creado una cola de mensajes con su correo \`${mailbox}\`.`,
      retired: 'La cola se desactiva: ningún programa puede poner más mensajes en ella.',
      alreadyRetired: 'La cola ya no acepta mensajes ni manda más correos. No hay nada más que hacer.',
      ifStopped:
        'La cola sigue aceptando mensajes; los correos sobre ella, por ejemplo cuando una cuota está casi agotada, ya no llegan.',
      stopped: 'Los mensajes se guardan como antes, y usted no recibe correos sobre esta cola.',
      restarted: 'Desde ahora vuelve a recibir los correos sobre esta cola.',
    },
  },
  claim: {
    title: 'Hacer suya esta dirección',
    instruction: 'Pulse el botón para que la dirección sea suya.',
    doneTitle: 'Esta dirección ya tiene propietario',
    nowBelongs: (mailbox) => `Esta dirección pertenece ahora a \`${mailbox}\``,
    belongs: (mailbox) => `Esta dirección pertenece a \`${mailbox}\``,
    changes: 'No hay que elegir contraseña ni rellenar nada. Esto es lo que cambia:',
    alreadyClaimed:
      'Ya tenía propietario; abrir el enlace otra vez no cambia nada. Esto es lo que significa:',
    capEnds: (amount) => `El límite de ${amount} desaparece.`,
    capEnded: (amount) => `El límite de ${amount} ha desaparecido.`,
    quota: (plan, amount) => `El plan ${plan} acepta ${amount} al mes.`,
    neverExpires: 'Ya no caduca cuando pasa un tiempo sin que llegue nada.',
    open: 'Abrir el panel',
    decline: 'No he sido yo',
    declineEffect:
      '«No he sido yo» desactiva la dirección, borra todo su contenido y bloquea su correo: nadie podrá crear otra para él. No se puede deshacer.',
  },
  decline: {
    askTitle: '¿No ha pedido esto?',
    effects: 'Si no ha sido usted, pulse el botón. Hace tres cosas, y ninguna se puede deshacer:',
    deleted: 'Se borra todo lo que se le ha enviado.',
    suppressed:
      'Su correo queda bloqueado: nadie puede crear otra dirección para él, y no volveremos a escribirle sobre ello.',
    button: 'Desactivarla y no volver a escribir',
    ifYours: 'Si es suya, cierre esta página. No ha cambiado nada.',
    doneTitle: 'Hecho. No volveremos a escribirle',
    done: (mailbox) =>
      `La dirección se ha desactivado y lo que contenía se ha borrado. Nadie puede crear otra para \`${mailbox}\`.`,
    nothingElse: 'No hay nada más que hacer. Un correo que ya estaba en camino todavía puede llegar.',
    alreadyTitle: 'Esta dirección ya está desactivada',
    tooLateTitle: 'Este enlace ya no desactiva la dirección',
    tooLate: `Tiene propietario desde hace más de ${DECLINE_DAYS_AFTER_CLAIM} días, y un correo antiguo no debe poder borrar lo que contiene.`,
    tooLateAdvice: 'Para no recibir más sus correos, utilice el enlace al final de uno más reciente.',
  },
  emails: {
    askTitle: '¿Dejar de recibir los correos de esta dirección?',
    canRestart: 'Puede volver a activarlos en esta página.',
    stop: 'Detener los correos',
    stoppedTitle: 'Los correos se han detenido',
    start: 'Reactivar los correos',
    startedTitle: 'Los correos vuelven a llegar',
  },
  deadLinks: {
    unknown: {
      title: 'Este enlace no funciona',
      why: 'Aquí no hay nada que le corresponda. Puede que un programa de correo lo haya cortado.',
      what: 'Copie el enlace entero del correo en la barra de direcciones de su navegador, de principio a fin.',
    },
    expired: {
      title: 'Este enlace terminó con su dirección',
      why: `Nadie hizo suya la dirección y no llegó nada durante ${IDLE_DAYS} días, por lo que ha caducado. No se puede deshacer.`,
      what: CREATE_NEW,
    },
    retired: {
      title: 'Este enlace terminó con su dirección',
      why: 'La dirección se ha desactivado: ya no acepta nada ni manda más correos. No se puede deshacer.',
      what: CREATE_NEW,
    },
  },
}
