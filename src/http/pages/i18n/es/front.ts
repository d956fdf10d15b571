import { IDLE_DAYS } from '../../../../domain/endpoints/endpoint.ts'
import { UNCLAIMED_CAP } from '../../../../domain/endpoints/kinds/form.ts'
import type { FrontWords } from '../front-words.ts'

export const front: FrontWords = {
  nav: {
    reference: 'Referencia de la API',
    signIn: 'Iniciar sesión',
    languages: 'Idiomas',
    menu: 'Seguir leyendo',
  },
  home: {
    title: 'Un formulario que funciona en cualquier página',
    lead: 'Escriba su correo, obtenga una URL de formulario y péguela en su página. Los mensajes llegan a su bandeja de entrada. Sin cuenta, sin clave de API, sin JavaScript.',
    recipient: 'Enviar los mensajes a',
    create: 'Crear dirección',
    noSignUp:
      'No hay que registrarse. El primer mensaje trae un enlace con el que la dirección pasa a ser suya.',
    otherWays: {
      title: 'O desde su terminal o su agente de código',
      shell: 'En la línea de comandos',
      agent: 'Prompt para su agente de código',
    },
    steps: {
      title: 'Cómo funciona',
      list: [
        {
          name: 'Ponga la dirección en su página',
          text: 'Se convierte en el `action` de su formulario: HTML puro, cualquier generador o framework.',
        },
        {
          name: 'Llega el primer mensaje',
          text: 'Segundos después del envío, todos los campos están en su bandeja de entrada.',
        },
        {
          name: 'Un clic y es suya',
          text: 'Haga clic en el enlace de ese correo para reclamarla y abrir su panel.',
        },
      ],
    },
    promises: {
      title: 'En lo que puede confiar',
      list: [
        {
          name: 'Primero se guarda, luego se responde',
          text: 'Nadie lee «gracias» antes de que el mensaje esté a salvo en el disco.',
        },
        {
          name: 'Entregado, o se ve que no',
          text: 'Si el correo falla, los mensajes esperan y se reintentan. Ninguno se pierde en silencio.',
        },
        {
          name: 'Usted tiene el control',
          text: 'Los correos van solo a la dirección indicada, y un clic los detiene.',
        },
        {
          name: 'El spam no cuesta nada',
          text: 'Lo que cae en la trampa ni se envía ni se cuenta.',
        },
      ],
    },
    limits: `Mientras no tenga dueño, una dirección acepta ${UNCLAIMED_CAP} mensajes en total y caduca tras ${IDLE_DAYS} días sin mensajes. Después vale la cuota mensual de su plan.`,
    problem: {
      missing: 'Escriba su dirección de correo.',
      invalid: 'No es una dirección de correo sencilla. Compruébela, por favor.',
      placeholder: 'Parece un ejemplo. Escriba la dirección real, por favor.',
      multiple: 'Escriba una sola dirección. Más adelante podrá añadir otras.',
      suppressed: 'El dueño de esta dirección ha rechazado los formularios. Use otra, por favor.',
      tooMany: (wait) =>
        `Se han hecho demasiadas peticiones desde su conexión. Vuelva a intentarlo ${wait.later}.`,
      notStored: 'En este momento no se puede guardar nada. Vuelva a intentarlo dentro de poco.',
    },
  },
  start: {
    title: 'Su dirección de formulario está lista',
    lead: (hint) => `Todo lo que un formulario envíe aquí llega a ${hint}.`,
    formUrl: 'La dirección',
    snippet: 'Para su página',
    tryIt: {
      name: 'Pruébela aquí mismo',
      text: 'Esto envía el primer mensaje. Llega con el enlace que hace suya la dirección.',
    },
    claim: {
      title: 'Cómo pasa a ser suya',
      list: [
        'El primer mensaje incluye un enlace que solo usted recibe.',
        'Al abrir el enlace, la dirección es suya. No hay que elegir contraseña.',
        `Hasta entonces acepta ${UNCLAIMED_CAP} mensajes y caduca tras ${IDLE_DAYS} días sin mensajes.`,
      ],
    },
    keep: 'Guarde la dirección de esta página: hasta entonces nadie podrá buscarla por usted.',
    another: 'Crear otra dirección',
  },
}
