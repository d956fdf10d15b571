import { DECLINE_DAYS_AFTER_CLAIM, UNDO_DECLINE_HOURS } from '../../../../domain/endpoints/decline.ts'
import { IDLE_DAYS } from '../../../../domain/endpoints/endpoint.ts'
import { createCounter } from '../../../../domain/language.ts'
import type { LinkWords } from '../link-words.ts'

const counted = createCounter('pt')

const EVENTS_ARE_SEEN = 'Os eventos não são enviados por e-mail: você os encontra no painel.'
const MESSAGES_ARE_SEEN =
  'As mensagens não são enviadas por e-mail: seus programas as processam, e você pode vê-las no painel.'
const CREATE_NEW = 'Para continuar, crie um novo formulário, endpoint ou fila e use a nova URL.'

export const links: LinkWords = {
  kinds: {
    form: {
      amount: counted({ one: 'mensagem', other: 'mensagens' }),
      unlimited: (plan) => `O plano ${plan} inclui mensagens ilimitadas.`,
      claim: 'Reivindicar este formulário',
      isYours: 'Este formulário é seu?',
      nowBelongs: (mailbox) => `Este formulário agora pertence a \`${mailbox}\``,
      belongs: (mailbox) => `Este formulário pertence a \`${mailbox}\``,
      receivedSoFar: (digits) => `Mensagens até agora: ${digits}`,
      untilConfirmed: () => 'Até lá, os links nos e-mails continuam desativados.',
      receives: (mailbox) => `Um formulário web envia as mensagens para \`${mailbox}\`.`,
      emailsBefore: 'Você continuará recebendo cada mensagem por e-mail.',
      emailsAfter: 'Você continuará recebendo cada mensagem por e-mail.',
      createdForYou: (mailbox) => `Alguém criou um formulário com o seu endereço de e-mail \`${mailbox}\`.`,
      retired: 'O formulário é desativado e para de funcionar.',
      alreadyRetired: 'O formulário não aceita mais mensagens nem envia e-mails. Não há mais nada a fazer.',
      ifStopped:
        'O formulário continua funcionando e cada mensagem é salva, mas você não recebe nenhuma por e-mail.',
      stopped:
        'As mensagens são salvas, mas não são enviadas por e-mail. As que chegarem a partir de agora também não serão enviadas depois.',
      restarted: 'A partir de agora, você volta a receber cada mensagem por e-mail.',
    },
    telemetry: {
      amount: counted({ one: 'evento', other: 'eventos' }),
      unlimited: (plan) => `O plano ${plan} inclui eventos ilimitados.`,
      claim: 'Reivindicar este endpoint',
      isYours: 'Este endpoint é seu?',
      nowBelongs: (mailbox) => `Este endpoint agora pertence a \`${mailbox}\``,
      belongs: (mailbox) => `Este endpoint pertence a \`${mailbox}\``,
      receivedSoFar: (digits) => `Eventos até agora: ${digits}`,
      untilConfirmed: (amount) => `Até esse clique, o endpoint aceita no máximo ${amount} no total.`,
      receives: (mailbox) => `Um programa envia eventos para um endpoint criado para \`${mailbox}\`.`,
      emailsBefore: EVENTS_ARE_SEEN,
      emailsAfter: EVENTS_ARE_SEEN,
      createdForYou: (mailbox) =>
        `Alguém criou um endpoint de telemetria com o seu endereço de e-mail \`${mailbox}\`.`,
      retired: 'O endpoint é desativado e não aceita mais eventos.',
      alreadyRetired: 'O endpoint não aceita mais eventos nem envia e-mails. Não há mais nada a fazer.',
      ifStopped:
        'O endpoint continua aceitando eventos. Você só não recebe mais e-mails sobre ele, como os avisos de cota.',
      stopped: 'Os eventos continuam sendo salvos, mas você não recebe e-mails sobre este endpoint.',
      restarted: 'A partir de agora, você volta a receber e-mails sobre este endpoint.',
    },
    queue: {
      amount: counted({ one: 'mensagem', other: 'mensagens' }),
      unlimited: (plan) => `O plano ${plan} inclui mensagens ilimitadas.`,
      claim: 'Reivindicar esta fila',
      isYours: 'Esta fila é sua?',
      nowBelongs: (mailbox) => `Esta fila agora pertence a \`${mailbox}\``,
      belongs: (mailbox) => `Esta fila pertence a \`${mailbox}\``,
      receivedSoFar: (digits) => `Mensagens até agora: ${digits}`,
      untilConfirmed: (amount) => `Até esse clique, a fila aceita no máximo ${amount} no total.`,
      receives: (mailbox) => `Um programa publica mensagens em uma fila criada para \`${mailbox}\`.`,
      emailsBefore: MESSAGES_ARE_SEEN,
      emailsAfter: MESSAGES_ARE_SEEN,
      createdForYou: (mailbox) =>
        `Alguém criou uma fila de mensagens com o seu endereço de e-mail \`${mailbox}\`.`,
      retired: 'A fila é desativada e não aceita mais mensagens.',
      alreadyRetired: 'A fila não aceita mais mensagens nem envia e-mails. Não há mais nada a fazer.',
      ifStopped:
        'A fila continua aceitando mensagens. Você só não recebe mais e-mails sobre ela, como os avisos de cota.',
      stopped: 'As mensagens continuam sendo salvas, mas você não recebe e-mails sobre esta fila.',
      restarted: 'A partir de agora, você volta a receber e-mails sobre esta fila.',
    },
  },
  claim: {
    instruction: 'Clique no botão para reivindicar a propriedade. Não é preciso ter senha.',
    doneTitle: 'Reivindicação concluída',
    changes: 'O que muda agora:',
    alreadyClaimed:
      'A reivindicação já tinha sido feita, então abrir o link de novo não muda nada. Veja o que vale:',
    capEnds: (amount) => `O limite de ${amount} no total deixa de valer.`,
    capEnded: (amount) => `O limite de ${amount} no total não vale mais.`,
    quota: (plan, amount) => `O plano ${plan} inclui ${amount} por mês.`,
    monthly: (amount, cap) => `Agora você tem ${amount} por mês em vez de ${cap} no total.`,
    neverExpires: 'Não há mais data de expiração.',
    oneClickLeft:
      'Falta um clique: confirme que pertence a você. Perguntamos porque alguns programas de e-mail abrem links sozinhos.',
    emailsHeld: (digits) => `E-mails à espera do seu clique: ${digits}`,
    name: 'Como se chama este formulário?',
    open: 'Abrir o painel',
    openInbox: 'Abrir a caixa de entrada',
    confirmInbox: 'Sim, é meu. Abrir minha caixa',
    confirmOpen: 'Sim, pertence a mim',
    decline: 'Não fui eu',
  },
  decline: {
    askTitle: 'Não foi você?',
    effects: `Se não foi você, clique no botão. Ele faz três coisas, e você pode desfazê-las aqui durante ${UNDO_DECLINE_HOURS} horas:`,
    deleted: `Tudo o que foi recebido é excluído depois de ${UNDO_DECLINE_HOURS} horas.`,
    suppressed:
      'Seu endereço é bloqueado: ninguém poderá criar nada com ele sem entrar como você, e o que ninguém reivindicou não enviará mais e-mails para você.',
    othersClaimed:
      'Estes pertencem a você. Eles continuam funcionando, e você continua recebendo os e-mails deles:',
    othersUnclaimed:
      'Estes ninguém reivindicou. Eles não enviam e-mails para você enquanto seu endereço estiver bloqueado:',
    button: 'Desativar e bloquear meu endereço',
    ifYours: 'Se foi você, feche esta página. Nada mudou.',
    doneTitle: 'Desativado',
    done: (mailbox) =>
      `Ninguém pode criar nada com \`${mailbox}\` sem entrar, e o que ninguém reivindicou não envia mais e-mails para esse endereço.`,
    undoUntil: (time) =>
      `Você pode desfazer isto aqui até ${time}. Depois disso, tudo o que foi recebido é excluído definitivamente.`,
    undo: 'Desfazer',
    nothingElse: 'Não há mais nada a fazer. Um e-mail que já estava a caminho ainda pode chegar.',
    restoredTitle: 'Desfeito',
    restored:
      'Tudo funciona como antes, e nada foi excluído. O bloqueio do seu endereço causado por isto foi removido.',
    alreadyTitle: 'Já desativado',
    final: `A desativação foi feita há mais de ${UNDO_DECLINE_HOURS} horas, então não pode mais ser desfeita. Tudo o que foi recebido foi excluído.`,
    tooLateTitle: 'Este link não permite mais a desativação',
    tooLate: `A reivindicação foi feita há mais de ${DECLINE_DAYS_AFTER_CLAIM} dias, então um e-mail antigo não pode mais excluir nada.`,
    tooLateAdvice:
      'Para parar de receber os e-mails, use “Cancelar inscrição” no seu programa de e-mail ou as configurações no painel.',
  },
  emails: {
    askTitle: 'Parar de receber estes e-mails?',
    canRestart: 'Você pode reativar os e-mails aqui a qualquer momento.',
    stop: 'Parar de receber estes e-mails',
    stoppedTitle: 'Os e-mails estão desativados',
    start: 'Reativar os e-mails',
    startedTitle: 'Os e-mails foram reativados',
  },
  digest: {
    askTitle: 'Parar o e-mail semanal sobre spam?',
    stoppedTitle: 'O e-mail semanal sobre spam está desativado',
    startedTitle: 'O e-mail semanal sobre spam foi reativado',
    ifStopped:
      'Você não receberá mais o e-mail semanal sobre a sua pasta de spam. Todos os outros e-mails continuam chegando.',
    stopped:
      'Você não recebe mais o e-mail semanal sobre a sua pasta de spam. Confira a pasta de vez em quando.',
    restarted:
      'Você voltará a receber um e-mail, no máximo uma vez por semana, quando houver na sua pasta de spam algo que ainda não viu.',
  },
  deadLinks: {
    unknown: {
      title: 'Este link não funciona',
      why: 'O link está incompleto ou incorreto. Seu programa de e-mail pode tê-lo cortado.',
      what: 'Copie o link completo do e-mail para a barra de endereço do navegador.',
    },
    expired: {
      title: 'Expirado',
      why: `Ninguém fez a reivindicação e nada foi recebido por ${IDLE_DAYS} dias. Isso não pode ser desfeito.`,
      what: CREATE_NEW,
    },
    retired: {
      title: 'Desativado',
      why: `Nada mais é aceito e nenhum e-mail é enviado. Se foi “Não fui eu” que desativou, o mesmo link permite desfazer durante ${UNDO_DECLINE_HOURS} horas.`,
      what: CREATE_NEW,
    },
  },
}
