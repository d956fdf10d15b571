import { DECLINE_DAYS_AFTER_CLAIM } from '../../../../domain/endpoints/decline.ts'
import { IDLE_DAYS } from '../../../../domain/endpoints/endpoint.ts'
import type { LinkWords } from '../link-words.ts'

const EVENTS_ARE_SEEN = 'Os eventos não são enviados por e-mail: pode vê-los no painel.'
const MESSAGES_ARE_SEEN =
  'As mensagens não são enviadas por e-mail: são processadas por programas, e pode vê-las no painel.'
const CREATE_NEW = 'Para continuar, crie um novo endereço e use-o em vez deste.'

export const links: LinkWords = {
  kinds: {
    form: {
      amount: (digits) => `${digits} envios`,
      unlimited: (plan) => `O plano ${plan} aceita um número ilimitado de envios.`,
      receives: (mailbox) => `Um formulário web encaminha os seus envios para \`${mailbox}\`.`,
      emailsBefore: 'Os e-mails continuam a chegar como até agora.',
      emailsAfter: 'Continua a receber cada envio por e-mail.',
      createdForYou: (mailbox) => `Alguém criou um formulário com o seu endereço de e-mail \`${mailbox}\`.`,
      retired: 'O endereço é desativado: o formulário deixa de funcionar.',
      alreadyRetired: 'Ele não aceita mais envios nem envia mais e-mails. Não há mais nada a fazer.',
      ifStopped:
        'O formulário continua a funcionar e cada envio é guardado, mas nenhum lhe é mais enviado por e-mail.',
      stopped:
        'Os envios são guardados, mas não são enviados por e-mail. Os que chegarem agora também não serão enviados mais tarde.',
      restarted: 'A partir de agora, cada envio lhe é enviado por e-mail.',
    },
    telemetry: {
      amount: (digits) => `${digits} eventos`,
      unlimited: (plan) => `O plano ${plan} aceita um número ilimitado de eventos.`,
      receives: (mailbox) => `Um programa envia eventos para um endereço criado para \`${mailbox}\`.`,
      emailsBefore: EVENTS_ARE_SEEN,
      emailsAfter: EVENTS_ARE_SEEN,
      createdForYou: (mailbox) => `Alguém criou um endereço de telemetria com o seu e-mail \`${mailbox}\`.`,
      retired: 'O endereço é desativado: nenhum programa pode mais enviar eventos para ele.',
      alreadyRetired: 'Ele não aceita mais eventos nem envia mais e-mails. Não há mais nada a fazer.',
      ifStopped:
        'Ele continua a aceitar eventos; os e-mails sobre ele, por exemplo quando uma cota está quase esgotada, deixam de chegar.',
      stopped: 'Os eventos são guardados como antes, e não recebe e-mails sobre este endereço.',
      restarted: 'A partir de agora, volta a receber os e-mails sobre este endereço.',
    },
    queue: {
      amount: (digits) => `${digits} mensagens`,
      unlimited: (plan) => `O plano ${plan} aceita um número ilimitado de mensagens.`,
      receives: (mailbox) => `Um programa coloca mensagens numa fila criada para \`${mailbox}\`.`,
      emailsBefore: MESSAGES_ARE_SEEN,
      emailsAfter: MESSAGES_ARE_SEEN,
      createdForYou: (mailbox) => `Alguém criou uma fila de mensagens com o seu e-mail \`${mailbox}\`.`,
      retired: 'A fila é desativada: nenhum programa pode mais colocar mensagens nela.',
      alreadyRetired: 'A fila não aceita mais mensagens nem envia mais e-mails. Não há mais nada a fazer.',
      ifStopped:
        'A fila continua a aceitar mensagens; os e-mails sobre ela, por exemplo quando uma cota está quase esgotada, deixam de chegar.',
      stopped: 'As mensagens são guardadas como antes, e não recebe e-mails sobre esta fila.',
      restarted: 'A partir de agora, volta a receber os e-mails sobre esta fila.',
    },
  },
  claim: {
    title: 'Tornar seu este endereço',
    instruction: 'Pressione o botão para que o endereço passe a ser seu.',
    doneTitle: 'Este endereço já tem proprietário',
    nowBelongs: (mailbox) => `Este endereço pertence agora a \`${mailbox}\``,
    belongs: (mailbox) => `Este endereço pertence a \`${mailbox}\``,
    changes: 'Não há senha a escolher nem nada a preencher. É isto que muda:',
    alreadyClaimed: 'Ele já tinha proprietário; abrir o link de novo não muda nada. É isto que significa:',
    capEnds: (amount) => `O limite de ${amount} deixa de existir.`,
    capEnded: (amount) => `O limite de ${amount} deixou de existir.`,
    quota: (plan, amount) => `O plano ${plan} aceita ${amount} por mês.`,
    neverExpires: 'Ele não expira mais quando nada chega durante algum tempo.',
    open: 'Abrir o painel',
    decline: 'Não fui eu',
    declineEffect:
      '“Não fui eu” desativa o endereço, apaga todo o conteúdo e bloqueia o seu e-mail: ninguém poderá criar outro para ele. Isso não pode ser desfeito.',
  },
  decline: {
    askTitle: 'Não pediu isto?',
    effects: 'Se não foi você, pressione o botão. Ele faz três coisas, e nenhuma pode ser desfeita:',
    deleted: 'Tudo o que lhe foi enviado é apagado.',
    suppressed:
      'O seu e-mail fica bloqueado: ninguém pode criar outro endereço para ele, e não voltaremos a escrever-lhe sobre isso.',
    button: 'Desativar e nunca mais escrever',
    ifYours: 'Se for seu, feche esta página. Nada mudou.',
    doneTitle: 'Pronto. Não voltaremos a escrever',
    done: (mailbox) =>
      `O endereço foi desativado e o que ele continha foi apagado. Ninguém pode criar outro para \`${mailbox}\`.`,
    nothingElse: 'Não há mais nada a fazer. Um e-mail que já estava a caminho ainda pode chegar.',
    alreadyTitle: 'Este endereço já está desativado',
    tooLateTitle: 'Este link já não desativa o endereço',
    tooLate: `Ele tem proprietário há mais de ${DECLINE_DAYS_AFTER_CLAIM} dias, e um e-mail antigo não deve poder apagar o que ele contém.`,
    tooLateAdvice: 'Para não receber mais os e-mails dele, use o link no fim de um mais recente.',
  },
  emails: {
    askTitle: 'Parar os e-mails deste endereço?',
    canRestart: 'Pode reativá-los nesta página.',
    stop: 'Parar os e-mails',
    stoppedTitle: 'Os e-mails pararam',
    start: 'Reativar os e-mails',
    startedTitle: 'Os e-mails voltaram a chegar',
  },
  deadLinks: {
    unknown: {
      title: 'Este link não funciona',
      why: 'Nada aqui corresponde a ele. Um programa de e-mail pode tê-lo cortado.',
      what: 'Copie o link inteiro do e-mail para a barra de endereços do seu navegador, do princípio ao fim.',
    },
    expired: {
      title: 'Este link terminou com o seu endereço',
      why: `Ninguém tornou seu o endereço e nada chegou durante ${IDLE_DAYS} dias, por isso ele expirou. Isso não pode ser desfeito.`,
      what: CREATE_NEW,
    },
    retired: {
      title: 'Este link terminou com o seu endereço',
      why: 'O endereço foi desativado: não aceita mais nada nem envia mais e-mails. Isso não pode ser desfeito.',
      what: CREATE_NEW,
    },
  },
}
