import { IDLE_DAYS } from '../../../../domain/endpoints/endpoint.ts'
import { UNCLAIMED_CAP } from '../../../../domain/endpoints/kinds/form.ts'
import type { FrontWords } from '../front-words.ts'

export const front: FrontWords = {
  nav: {
    docs: 'Documentación',
    signIn: 'Iniciar sesión',
    dashboard: 'Panel',
    languages: 'Idiomas',
    menu: 'Principal',
  },
  home: {
    title: 'Un formulario que funciona en cualquier página',
    lead: 'Escriba su correo, obtenga una URL de formulario y péguela en su página. Los mensajes llegan a su bandeja de entrada. Sin cuenta, sin clave de API, sin JavaScript.',
    recipient: 'Enviar los mensajes a',
    create: 'Crear mi formulario',
    noSignUp: 'Sin registro. El primer mensaje incluye un enlace para reclamar el formulario.',
    picture: {
      label: 'La bandeja de entrada de un formulario y el correo con su último mensaje',
      inbox: 'Bandeja de entrada',
      subject: 'Nuevo mensaje de studio-nord.de',
      messages: [
        '¿Tendrían tiempo en enero para una web nueva?',
        '¡Gracias, las estanterías encajan perfectamente!',
        '¿Podría enviarme su lista de precios?',
      ],
    },
    kinds: {
      title: 'Formularios, eventos y colas',
      list: [
        {
          name: 'Formularios',
          text: 'Cada mensaje se guarda, se le envía por correo y queda en su bandeja de entrada, con búsqueda, exportación y API.',
        },
        {
          name: 'Telemetría',
          text: 'Cuente los eventos de sus sitios y aplicaciones y véalos llegar. Sin cookies ni direcciones IP.',
        },
        {
          name: 'Colas',
          text: 'Pase trabajo de un programa a otro, con reservas, reintentos, retrasos y mensajes fallidos.',
        },
      ],
    },
    selfHosting: {
      name: 'Alójelo en su servidor',
      text: 'Un proceso y una base de datos: SQLite, o PostgreSQL para varios nodos. Con Node 20 o posterior, ejecute esto en la carpeta del código fuente:',
    },
    otherWays: {
      title: 'O desde su terminal o su agente de programación',
      shell: 'Línea de comandos',
      agent: 'Prompt para su agente de programación',
    },
    steps: {
      title: 'Cómo funciona',
      list: [
        {
          name: 'Pegue la URL en su página',
          text: 'Va en el atributo `action` de su formulario. Funciona con HTML puro, cualquier generador de sitios y cualquier framework.',
        },
        {
          name: 'Reciba su primer mensaje',
          text: 'Segundos después de que alguien envíe el formulario, todos los campos están en su bandeja de entrada.',
        },
        {
          name: 'Reclámelo con un clic',
          text: 'Haga clic en el enlace de ese correo para reclamar el formulario y abrir su panel.',
        },
      ],
    },
    promises: {
      title: 'En lo que puede confiar',
      list: [
        {
          name: 'Se guarda antes de dar las gracias',
          text: 'Los visitantes solo ven «Gracias» cuando su mensaje está a salvo en el disco.',
        },
        {
          name: 'Sin fallos silenciosos',
          text: 'Si el correo falla, seguimos intentándolo, y usted puede ver cada intento.',
        },
        {
          name: 'Usted tiene el control',
          text: 'Los correos van solo a la dirección indicada, y un clic los detiene.',
        },
        {
          name: 'El spam no cuesta nada',
          text: 'Lo que reconocemos como spam ni se envía por correo ni se cuenta.',
        },
      ],
    },
    limits: `Un formulario sin reclamar acepta ${UNCLAIMED_CAP} mensajes y caduca tras ${IDLE_DAYS} días sin recibir ninguno. Al reclamarlo, se aplica la cuota mensual de su plan.`,
    problem: {
      missing: 'Escriba su dirección de correo.',
      invalid: 'Eso no parece una dirección de correo. Compruébela.',
      placeholder: 'Esa es una dirección de ejemplo. Escriba la suya.',
      multiple: 'Escriba una sola dirección. Podrá añadir más después de reclamar el formulario.',
      suppressed: 'Esta dirección no admite formularios. Use otra.',
      tooSoon:
        'Se acaba de crear un formulario desde aquí. Pulse el botón otra vez para crear uno con esta dirección.',
      tooMany: (wait) => `Demasiadas solicitudes desde su red. Inténtelo de nuevo ${wait.later}.`,
      notStored: 'No hemos podido guardarlo. Inténtelo de nuevo en un minuto.',
      noSpace:
        'Ahora mismo no podemos guardar nada: el servidor se ha quedado sin espacio. Avise a su administrador.',
      proofNeeded:
        'Ahora mismo se están creando muchísimos formularios, así que su navegador debe hacer antes un cálculo. Tarda unos segundos y necesita JavaScript y https.',
    },
  },
  start: {
    title: 'Su formulario está activo',
    lead: (hint) => `Los mensajes llegarán a ${hint}.`,
    formUrl: 'URL del formulario',
    snippet: 'Pegue esto en su página',
    withScript: 'Opcional: añada esta línea para enviar el formulario sin salir de la página',
    arrivals: {
      waiting: {
        name: 'A la espera de su primer mensaje',
        text: 'Envíe el formulario de su página. Esto se pondrá verde cuando llegue un mensaje.',
      },
      arrived: { name: 'Su formulario funciona', text: 'Ha llegado un mensaje y está guardado.' },
      refused: {
        name: 'Llegó un mensaje, pero no se pudo aceptar',
        text: 'Todavía no se ha guardado nada.',
      },
      from: (site) => `El primer mensaje llegó de ${site} y está guardado.`,
      emailed: (hint) => `Hemos enviado el enlace para reclamarlo a ${hint}.`,
      held: (hint) =>
        `El correo con el enlace para reclamarlo a ${hint} debe esperar, porque limitamos esos correos. Llegará en un plazo de 24 horas.`,
      signIn: '¿Ya tiene un formulario? Inicie sesión para reclamar este ahora.',
      fields: (names) => `Campos: ${names}`,
      notes: 'Qué puede mejorar en su página',
      expected: (field) => `Ningún mensaje incluía el campo esperado ${field}.`,
      withoutName: 'Llegó un mensaje sin datos. Dé un nombre a cada campo, por ejemplo `name="email"`.',
      byGet: 'El formulario se envió con GET y así no se guarda nada. Añada `method="post"`.',
      wrongOrigin:
        'Un sitio no permitido envió un mensaje. Revise los sitios permitidos en la configuración.',
      files: 'Se envió un archivo. No se aceptan archivos: quite el campo de archivo.',
      withoutEmail:
        'No hay un campo de correo, por lo que no podrá responder. Añada `<input type="email" name="email">`.',
      withoutHoneypot:
        'No hay honeypot. Copie el campo oculto `_gotcha` del código de arriba para frenar a los bots.',
      hiddenPage:
        'Su página oculta su dirección, así que no se puede volver a ella. Quite `Referrer-Policy: no-referrer`.',
    },
    tryIt: {
      name: 'Pruébelo aquí',
      text: 'Envíese un primer mensaje. Incluye el enlace para reclamar el formulario.',
      again: 'Enviar otro mensaje de prueba',
    },
    claim: {
      title: 'Hágalo suyo',
      arrived: 'El correo de su primer mensaje incluye el enlace para reclamarlo. Solo usted lo recibe.',
      steps: [
        'El primer mensaje incluye un enlace para reclamarlo que solo usted recibe.',
        'Abra el enlace para reclamar el formulario. No hay que elegir contraseña.',
      ],
      limits: `Hasta entonces acepta ${UNCLAIMED_CAP} mensajes y caduca tras ${IDLE_DAYS} días sin recibir ninguno.`,
    },
    keep: 'Guarde esta página en sus marcadores. Hasta que reclame el formulario, solo lo encontrará aquí o, si tiene una cuenta con esta dirección de correo, en el panel.',
    didYouMean: (address) => `¿Quería decir ${address}?`,
    startOver: '¿Dirección equivocada? Empezar de nuevo',
    another: 'Crear otro formulario',
  },
}
