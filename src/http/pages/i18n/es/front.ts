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
    lead: 'Diga a qué buzón deben llegar los mensajes y tendrá al momento una dirección de formulario. Póngala en su página y el formulario funciona. Sin cuenta, sin clave, sin script.',
    recipient: 'Buzón que recibe los mensajes',
    create: 'Crear dirección',
    noSignUp:
      'No hay que registrarse. El primer mensaje trae un enlace con el que la dirección pasa a ser suya.',
    otherWays: {
      title: 'O sin esta página',
      shell: 'En la línea de comandos',
      agent: 'Como encargo para su agente de código',
    },
    steps: {
      title: 'Qué ocurre después',
      list: [
        {
          name: 'Ponga la dirección en su página',
          text: 'Se convierte en el `action` de su formulario: HTML puro, cualquier generador o framework.',
        },
        {
          name: 'Llega el primer mensaje',
          text: 'Por correo, con todo lo que se escribió, instantes después de enviarlo.',
        },
        {
          name: 'Un clic y es suya',
          text: 'Un enlace en ese correo asigna la dirección a su buzón. Desde entonces tiene también un panel.',
        },
      ],
    },
    promises: {
      title: 'Lo que promete',
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
          name: 'Un buzón, un clic',
          text: 'Los correos van solo a ese buzón, y su dueño puede detenerlos para siempre.',
        },
        {
          name: 'El spam no cuesta nada',
          text: 'Lo que cae en la trampa ni se envía ni se cuenta.',
        },
      ],
    },
    limits: `Mientras no tenga dueño, una dirección acepta ${UNCLAIMED_CAP} mensajes en total y caduca tras ${IDLE_DAYS} días sin mensajes. Después vale la cuota mensual de su plan.`,
    problem: {
      missing: 'Escriba la dirección de un buzón.',
      invalid: 'No es una dirección de correo sencilla. Compruébela, por favor.',
      placeholder: 'Parece un ejemplo. Escriba la dirección real, por favor.',
      multiple: 'Escriba una sola dirección. Más adelante podrá añadir otras.',
      suppressed: 'El dueño de este buzón no quiere formularios para él. Use otro, por favor.',
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
        'El primer mensaje llega con un enlace. Solo ese buzón lo recibe.',
        'Al abrir el enlace, la dirección es suya. No hay que elegir contraseña.',
        `Hasta entonces acepta ${UNCLAIMED_CAP} mensajes y caduca tras ${IDLE_DAYS} días sin mensajes.`,
      ],
    },
    keep: 'Guarde la dirección de esta página: hasta entonces nadie podrá buscarla por usted.',
    another: 'Crear otra dirección',
  },
}
