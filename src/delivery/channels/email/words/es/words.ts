import { createCounter } from '../../../../../domain/language.ts'
import type { NoticeWords } from '../notice-words.ts'
import type { SubmissionWords } from '../submission-words.ts'

const counted = createCounter('es')

export const submission: SubmissionWords = {
  firstMessage: 'Su formulario ha recibido el primer mensaje',
  previewOfFirst:
    'Alguien ha creado un formulario que envía mensajes a esta dirección, y el primero está más abajo.',
  previewOfNext: 'Alguien ha enviado un mensaje a través de un formulario que usa esta dirección.',
  introduction: 'Si es suyo, reclámelo, sin contraseña.',
  newMessage: (form) => `Nuevo mensaje de ${form}`,
  newMessageBy: (sender, form) => `Nuevo mensaje de ${sender} · ${form}`,
  newMessageFromYours: 'Nuevo mensaje de su formulario',
  newMessageFromTheirs: 'Nuevo mensaje de un formulario',
  warning:
    'Un visitante ha enviado esto a través del formulario. No hemos comprobado quién lo envía, y los enlaces están desactivados.',
  unconfirmed:
    'Este formulario se reclamó al abrirse su enlace, algo que también hacen los programas de correo. Hasta que lo confirme con un clic, recibirá un número limitado de correos, y sus enlaces estarán desactivados.',
  limits: ({ cap, used, days }) =>
    `Hasta que lo reclame, el formulario acepta ${cap} mensajes (${used} hasta ahora) y caduca tras ${days} días sin ninguno.`,
  capReached: ({ cap, days }) =>
    `El formulario ha alcanzado el límite de ${cap} mensajes. No acepta más hasta que lo reclame, y caduca ${days} días después del último.`,
  replyTo: (address) => `Responda a este correo para escribir a ${address}.`,
  claimToReply:
    'Reclame el formulario para responder: hasta entonces, las respuestas a este correo no llegan a quien lo envió.',
  confirmToReply:
    'Confirme para responder: hasta entonces, las respuestas a este correo no llegan a quien lo envió.',
  expired: (days) =>
    `El formulario ha caducado: no se reclamó y no recibió nada durante ${days} días. Ya no acepta mensajes ni se puede reclamar.`,
  retired: 'El formulario se ha desactivado. Ya no acepta mensajes.',
  onlyHidden:
    'Este mensaje solo tiene campos ocultos (sus nombres empiezan por _), que no se incluyen en los correos.',
  shortened: (missing) => `Este correo se ha acortado. Falta lo siguiente: ${missing}.`,
  characters: counted({ one: 'carácter', other: 'caracteres' }),
  fields: counted({ one: 'campo', other: 'campos' }),
  fullInDashboard: 'El mensaje completo está en el panel.',
  fullAtOwner: 'El propietario del formulario puede leer el mensaje completo.',
  fullAfterClaim: 'Reclame el formulario para leer el mensaje completo en el panel.',
  valueShortened: (missing) => `[… ${missing} más]`,
  nameless: '(sin nombre)',
  leftEmpty: 'Sin rellenar',
  claim: 'Reclamar este formulario',
  confirm: 'Confirmar que es suyo',
  openInDashboard: 'Abrir en el panel',
  emailSettings: 'Ajustes de los correos',
  added:
    'Recibe estos correos porque el propietario del formulario añadió su dirección y usted la confirmó. Para dejar de recibirlos, cancele la suscripción en su programa de correo o use el enlace del correo en el que confirmó su dirección.',
  received: (time) => `Recibido el ${time}`,
  endpoint: (id) => `Endpoint ${id}`,
  submission: (id) => `Mensaje ${id}`,
}

export const notice: NoticeWords = {
  decline: 'No fui yo',
  sentBy: (service, base) => `Enviado por ${service}, ${base}`,
  viewUsage: 'Ver el uso',
  signIn: {
    subject: (service) => `Iniciar sesión en ${service}`,
    opening: (base) => `Este es su enlace para iniciar sesión en ${base}.`,
    button: 'Iniciar sesión',
    notYou:
      '¿No fue usted? Ignore este correo: nadie puede iniciar sesión sin él. No comparta nunca el código.',
    preview: (minutes) => `Un enlace y un código de un solo uso, válidos durante ${minutes} minutos.`,
    codeLabel: 'O escriba este código en el navegador del que viene:',
    requested: ({ time, device, minutes }) =>
      `Solicitado el ${time}${device === '' ? '' : ` desde ${device}`}. El enlace y el código son de un solo uso y valen durante ${minutes} minutos.`,
  },
  confirm: {
    subject: (service) => `Confirme que es usted en ${service}`,
    heading: 'Confirme que es usted',
    opening: (base) =>
      `Alguien con la sesión iniciada en su cuenta de ${base} quiere hacer algo que no se puede deshacer. Si es usted, confírmelo.`,
    button: 'Sí, soy yo',
    notYou: (signInUrl) =>
      `¿No es usted? Entonces otra persona usa un navegador con la sesión iniciada en su cuenta. Inicie sesión en ${signInUrl} y cierre todas las sesiones. No comparta nunca el código.`,
  },
  claim: {
    firstUse: ({ id, time }) => `Endpoint ${id}, usado por primera vez el ${time}.`,
    firstEvent: 'El primer evento se llama:',
    kinds: {
      telemetry: {
        heading: 'Su endpoint de telemetría ha recibido el primer evento',
        preview: 'Alguien ha creado un endpoint de telemetría con esta dirección de correo.',
        opening: 'Si es suyo, reclámelo para ver sus eventos, sin contraseña.',
        button: 'Reclamar este endpoint',
        limits: ({ cap, days }) =>
          `Hasta que lo reclame, acepta ${cap} eventos y caduca tras ${days} días sin ninguno.`,
      },
      queue: {
        heading: 'Su cola ha recibido el primer mensaje',
        preview: 'Alguien ha creado una cola de mensajes con esta dirección de correo.',
        opening: 'Si es suya, reclámela para ver sus mensajes, sin contraseña.',
        button: 'Reclamar esta cola',
        limits: ({ cap, days }) =>
          `Hasta que la reclame, acepta ${cap} mensajes y caduca tras ${days} días sin ninguno.`,
      },
    },
  },
  destination: {
    heading: '¿Quiere recibir los mensajes de este formulario?',
    preview: 'No recibirá nada si no lo confirma.',
    opening: (base) =>
      `El propietario de un formulario en ${base} quiere enviar sus mensajes también a su dirección. No recibirá nada si no lo confirma.`,
    form: ({ id, owner }) =>
      `El identificador del formulario es ${id}. Su propietario (dirección oculta en parte): ${owner}`,
    button: 'Ver y confirmar',
    note: 'Si no hace nada, no recibirá ningún mensaje. El enlace funciona hasta que el propietario quite su dirección.',
    stop: 'No volver a preguntarme',
  },
  stopped: {
    heading: (name) => `Los correos de ${name} están desactivados`,
    preview: 'Puede volver a activarlos en cualquier momento.',
    opening: ({ id, base }) =>
      `Alguien usó el enlace para cancelar la suscripción en un correo sobre ${id} en ${base}.`,
    continues: {
      form: 'Los mensajes se siguen guardando y puede leerlos en el panel. No se le envían por correo.',
      telemetry: 'Los eventos se siguen guardando. Solo dejará de recibir correos sobre el endpoint.',
      queue: 'Los mensajes se siguen guardando. Solo dejará de recibir correos sobre la cola.',
    },
    noLongerSent: 'El formulario ya no envía sus mensajes a su dirección.',
    ifYou: 'Si fue usted, no tiene que hacer nada más.',
    button: 'Volver a activar los correos',
    note: 'Este correo se envía como máximo una vez al día cuando se desactivan los correos con un enlace.',
  },
  health: {
    heading: (name) => `${name} necesita su atención`,
    preview: 'Hay un problema con este formulario.',
    opening: ({ id, base }) => `Hay un problema con el formulario ${id} en ${base}.`,
    findings: {
      field_missing:
        'Un campo que tenían casi todos los mensajes ya no llega. Si lo quitó a propósito, no tiene que hacer nada.',
      wrong_origin:
        'Se rechazan todos los mensajes porque su página no está en la lista de orígenes permitidos. Si la página es suya, añada su origen en los ajustes del formulario.',
      sent_by_get:
        'El formulario se envía por GET, y nada de eso se guarda. Cambie el método del formulario a POST.',
      repeats_in_spam:
        'Hay mensajes en spam solo porque el mismo remitente ya había enviado el mismo texto. Si son reales, marque uno como «No es spam»: las copias de su texto dejarán de contar.',
    },
    field: 'Campo',
    lastSent: 'Recibido por última vez',
    missing: 'Mensajes sin él desde entonces',
    before: 'Mensajes con él hasta entonces',
    since: 'Desde',
    refused: 'Rechazados hasta ahora',
    inSpam: 'En spam',
    button: 'Abrir el formulario',
    note: 'Recibe este correo una vez por problema, y de nuevo solo después de que el formulario haya funcionado durante una semana.',
  },
  quota: {
    kinds: {
      form: {
        amount: counted({ one: 'mensaje', other: 'mensajes' }),
        refused:
          'Los mensajes nuevos se rechazan. Los visitantes ven que el formulario ha alcanzado su límite mensual, y sus mensajes no se guardan.',
      },
      telemetry: {
        amount: counted({ one: 'evento de telemetría', other: 'eventos de telemetría' }),
        refused:
          'Los eventos nuevos se rechazan y no se guardan. Los programas que los envían reciben un error.',
      },
      queue: {
        amount: counted({ one: 'mensaje en colas', other: 'mensajes en colas' }),
        refused:
          'Los mensajes nuevos se rechazan y no se guardan. Los que ya están en las colas se pueden recibir como siempre.',
      },
    },
    reached: (name, amount) => `${name} ha alcanzado su límite de ${amount} este mes`,
    reachedByYou: (amount) => `Ha alcanzado su límite de ${amount} este mes`,
    used: ({ name, percent, amount }) => `${name} ha usado el ${percent} % de sus ${amount} este mes`,
    usedByYou: ({ percent, amount }) => `Ha usado el ${percent} % de sus ${amount} este mes`,
    previewReached: (time) => `No se acepta nada más hasta el ${time}.`,
    previewUsed: (time) => `La cuota se restablece el ${time}.`,
    includesForForm: ({ amount, id, base }) =>
      `Su plan incluye ${amount} al mes para el formulario ${id} en ${base}.`,
    includesForAccount: ({ amount, base }) =>
      `Su plan incluye ${amount} al mes para toda su cuenta en ${base}.`,
    thenRefused: 'Cuando se agote la cuota, los nuevos se rechazarán hasta que se restablezca.',
    resets: ({ time, base }) =>
      `La cuota se restablece el ${time}. El operador de ${base} puede pasar su cuenta a un plan superior de inmediato.`,
    noteForForm: 'Este correo se envía cuando un formulario alcanza el 80 % y el 100 % de su cuota mensual.',
    noteForAccount: 'Este correo se envía cuando se alcanza el 80 % y el 100 % de una cuota mensual.',
  },
  digest: {
    heading: counted({ one: 'mensaje en su carpeta de spam', other: 'mensajes en su carpeta de spam' }),
    preview: 'Compruebe que no haya ningún mensaje real entre ellos.',
    opening:
      'El filtro los ha apartado por su contenido y aún no los ha visto. Si alguno es real, indique que no es spam y le llegará por correo.',
    messages: counted({ one: 'mensaje', other: 'mensajes' }),
    otherForms: counted({ one: 'formulario más', other: 'formularios más' }),
    newest: 'Los más recientes:',
    noText: '(sin texto)',
    button: 'Abrir la carpeta de spam',
    note: 'Recibe este correo como mucho una vez por semana, y solo si en la carpeta hay algo que no ha visto. Los bots que rellenaron un campo oculto no cuentan.',
    stop: 'Dejar de recibir este correo semanal',
  },
  plan: {
    newPlan: ({ service, plan }) => `Su plan en ${service} es ahora ${plan}`,
    newRetention: (service) => `Cambia el tiempo de conservación de su plan en ${service}`,
    moved: ({ base, plan }) => `El operador de ${base} ha pasado su cuenta al plan ${plan}.`,
    movedFrom: ({ base, before, plan }) =>
      `El operador de ${base} ha pasado su cuenta del plan ${before} al plan ${plan}.`,
    retentionChanged: ({ base, plan }) =>
      `El operador de ${base} ha cambiado el tiempo de conservación del plan ${plan}.`,
    limitsApply: 'Los nuevos límites ya se aplican.',
    previewDeletes: (time) => `A partir del ${time} se eliminarán los datos más antiguos.`,
    deletes: ({ time, submissions, telemetry }) =>
      `A partir del ${time} eliminaremos definitivamente los datos que superen el tiempo de conservación de su plan: los mensajes de formularios tras ${submissions}, la telemetría tras ${telemetry}. Hasta entonces este cambio no elimina nada. Exporte lo que quiera conservar.`,
    submissionsPerMonth: 'Mensajes al mes, por formulario',
    queueMessagesPerMonth: 'Mensajes en colas al mes',
    telemetryEventsPerMonth: 'Eventos de telemetría al mes',
    submissionRetention: 'Conservación de los mensajes de formularios',
    telemetryRetention: 'Conservación de la telemetría',
    destinations: 'Destinatarios adicionales por formulario',
    previously: (value) => `(antes ${value})`,
    unlimited: 'ilimitado',
    days: counted({ one: 'día', other: 'días' }),
    exportData: 'Exportar sus datos',
    reason: 'Recibe este correo porque tiene endpoints aquí.',
  },
}
