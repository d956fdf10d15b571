import { MAX_CODE_TRIES, SIGN_IN_MINUTES } from '../../../../domain/accounts/sign-in.ts'
import { IDLE_DAYS } from '../../../../domain/endpoints/endpoint.ts'
import { UNCLAIMED_CAP } from '../../../../domain/endpoints/kinds/form.ts'
import { MAX_BODY_BYTES, MAX_FIELDS } from '../../../../domain/submissions/fields.ts'
import type { VisitorWords } from '../visitor-words.ts'

export const visitor: VisitorWords = {
  footer: 'O Formslot entrega por e-mail as mensagens de formulários web.',
  thanks: {
    title: 'Obrigado',
    text: 'A sua mensagem chegou em segurança e está sendo encaminhada.',
    back: 'Voltar à página',
    close: 'Você já pode fechar esta página.',
  },
  refusal: {
    empty: {
      title: 'O formulário chegou vazio',
      text: 'Nada do que você preencheu chegou até nós, portanto não havia o que encaminhar.',
      owner:
        'Cada input, select e textarea precisa de um atributo `name`: o navegador não envia campos sem nome.',
    },
    field: {
      title: 'Um dos campos não pode ser aceito',
      text: 'Verifique este campo, encurte-o se for muito longo e envie o formulário novamente.',
      owner: null,
    },
    tooManyFields: {
      title: 'O formulário tem campos demais',
      text: 'Ele envia mais campos do que podemos aceitar. A sua mensagem não foi guardada.',
      owner: `Um envio pode ter até ${MAX_FIELDS} campos.`,
    },
    file: {
      title: 'Este formulário não aceita arquivos',
      text: 'Remova o arquivo e envie o formulário novamente sem ele.',
      owner: 'Este endereço só aceita campos de texto: remova `<input type="file">` do formulário.',
    },
    tooLarge: {
      title: 'A mensagem é grande demais',
      text: 'Encurte a mensagem e envie o formulário novamente.',
      owner: `Um envio pode ter até ${MAX_BODY_BYTES / 1024} KiB no total.`,
    },
    unreadable: {
      title: 'Não foi possível ler o formulário',
      text: 'A causa está na forma como este site envia o formulário, não no que você preencheu. A sua mensagem não foi guardada.',
      owner:
        'Envie os campos como `application/x-www-form-urlencoded`, `multipart/form-data` ou como um objeto JSON.',
    },
    refused: {
      title: 'O formulário não foi aceito',
      text: 'A causa está na forma como este site envia o formulário, não no que você preencheu. A sua mensagem não foi guardada.',
      owner: null,
    },
    elsewhere: {
      title: 'Nada mudou',
      text: 'O botão deve ser pressionado numa página deste serviço. Abra essa página e pressione-o lá.',
      owner: null,
    },
    inProgress: {
      title: 'A sua mensagem está sendo processada',
      text: 'Ela foi enviada mais de uma vez e o primeiro envio ainda não teve resposta.',
      owner: null,
    },
    wait: {
      title: 'Um momento, por favor',
      text: 'Recebemos envios demais da sua conexão em pouco tempo. A sua última mensagem não foi guardada.',
      owner: null,
    },
    frozen: {
      title: 'Este formulário atingiu o limite',
      text: 'Ele não aceita mais mensagens até que o proprietário do site o confirme. A sua mensagem não foi guardada: por favor, entre em contato de outra forma.',
      owner: `Este endereço já recebeu os seus ${UNCLAIMED_CAP} envios. Siga o link de confirmação em qualquer um dos e-mails e ele volta a funcionar imediatamente.`,
    },
    monthlyQuota: {
      title: 'Este formulário atingiu o limite deste mês',
      text: 'A sua mensagem não foi guardada. Se não puder esperar, por favor, entre em contato de outra forma.',
      owner: 'A cota mensal do plano está esgotada. Ela recomeça no primeiro dia do mês (UTC).',
    },
    expired: {
      title: 'Este formulário não está mais ativo',
      text: 'A sua mensagem não foi guardada. Por favor, entre em contato com o proprietário do site de outra forma.',
      owner: `Ninguém confirmou este endereço e nada chegou durante ${IDLE_DAYS} dias, por isso ele expirou definitivamente. Crie um novo e coloque-o no formulário.`,
    },
    retired: {
      title: 'Este formulário foi desativado',
      text: 'A sua mensagem não foi guardada. Por favor, entre em contato com o proprietário do site de outra forma.',
      owner:
        'O destinatário desativou este endereço definitivamente. Crie um novo e coloque-o no formulário.',
    },
    formNotFound: {
      title: 'Este formulário não existe',
      text: 'O formulário aponta para um endereço que não está em uso. A sua mensagem não foi guardada.',
      owner: 'Compare o atributo `action` do formulário com o endereço recebido na criação.',
    },
    pageNotFound: { title: 'Esta página não existe', text: 'Por favor, verifique o endereço.', owner: null },
    notStored: {
      title: 'Não foi possível guardar a sua mensagem',
      text: 'O serviço não pode recebê-la neste momento. Nada foi guardado.',
      owner: null,
    },
    unsure: {
      title: 'Algo deu errado do nosso lado',
      text: 'Não podemos garantir que a sua mensagem foi guardada. Pode enviá-la novamente sem receio.',
      owner: null,
    },
  },
  refusalPage: {
    inputKept:
      'O que você escreveu não se perdeu: o botão Voltar do navegador leva ao formulário, onde o texto ainda deve estar.',
    reload: 'Abrir a página de novo',
    field: 'Campo',
    tryAgain: (wait) => `Por favor, tente novamente ${wait.later}.`,
    tryLater: 'Por favor, tente novamente um pouco mais tarde.',
    forOwner: 'Para o proprietário deste site',
    details: 'Detalhes',
    code: 'Código',
    request: 'Pedido',
  },
  formInfo: {
    title: 'Este endereço recebe formulários',
    text: 'Os formulários enviados para este URL são guardados e encaminhados por e-mail. Não há nada para ler aqui.',
    state: {
      unclaimed:
        'Ativo. A primeira mensagem chega com um link pelo qual o destinatário assume este endereço.',
      claimed: 'Ativo e confirmado pelo destinatário.',
      frozen: `Em pausa após ${UNCLAIMED_CAP} mensagens. Continua assim que o destinatário seguir o link do primeiro e-mail.`,
    },
    inPage: 'Em uma página web',
    onCommandLine: 'Na linha de comando',
    dryRun: 'Com `?dry_run=1` no fim do endereço, tudo é verificado e nada é enviado.',
    example: {
      email: 'E-mail',
      message: 'Mensagem',
      send: 'Enviar',
      hello: 'Olá',
      leaveEmpty: 'Deixe este campo vazio',
    },
  },
  destination: {
    asked: {
      title: 'Quer receber as mensagens deste formulário?',
      text: ({ mailbox, owner }) =>
        `O proprietário de um formulário web (\`${owner}\`) quer enviar as mensagens também para o seu endereço \`${mailbox}\`.`,
      consent: 'Nada é enviado antes da sua confirmação, e cada mensagem traz um link que a encerra.',
      confirm: 'Sim, quero recebê-las',
      decline: 'Não pedi isto',
      declineEffect:
        'O segundo botão retira o seu endereço do formulário, e ninguém pode fazer com que voltemos a perguntar.',
    },
    confirmed: {
      title: 'Recebe as mensagens deste formulário',
      text: (mailbox) =>
        `A partir de agora, cada nova mensagem do formulário chega a \`${mailbox}\`. Pode encerrar isso aqui quando quiser.`,
      stop: 'Parar estas mensagens',
    },
    gone: {
      title: 'Não recebe as mensagens deste formulário',
      text: 'Foi retirada do formulário, ou o formulário foi desativado. Não há mais nada a fazer. Uma mensagem que já estava a caminho ainda pode chegar.',
    },
    refused: {
      title: 'Pronto. Não voltaremos a perguntar',
      text: 'O seu endereço foi retirado do formulário e não recebeu nenhuma das mensagens. Ninguém pode fazer com que voltemos a perguntar.',
    },
  },
  signIn: {
    ask: {
      title: 'Iniciar sessão',
      text: 'Escreva o endereço de e-mail destinatário dos seus formulários, da sua telemetria ou das suas filas. Vai receber uma mensagem com um link e um código: não há palavra-passe.',
      email: 'Endereço de e-mail',
      send: 'Enviar-me a mensagem',
      notAnAddress: 'Este não é um endereço de e-mail completo. Verifique-o, por favor.',
      tooOften: (wait) =>
        `Foram pedidas demasiadas mensagens a partir da sua ligação. Tente de novo ${wait.later}.`,
    },
    sent: {
      title: 'Veja o seu e-mail',
      text: `Se algum formulário, telemetria ou fila pertencer a este endereço, há uma mensagem a caminho. Abra o link neste navegador ou escreva aqui o código. Ambos são válidos durante ${SIGN_IN_MINUTES} minutos.`,
      code: 'Código da mensagem',
      submit: 'Iniciar sessão',
      wrongCode: `Este código não é válido. Escreva o da mensagem mais recente; após ${MAX_CODE_TRIES} erros é precisa uma nova mensagem.`,
      nothingCame: 'Não chegou nada ao fim de alguns minutos? Veja na pasta de spam e verifique o endereço.',
      again: 'Pedir outra mensagem',
      keptHere: 'Esta instância não envia e-mails: as suas mensagens ficam nesta máquina.',
      toEmails: 'Ler aqui',
    },
    link: {
      title: 'Iniciar sessão',
      text: 'Um clique e este navegador fica com a sessão iniciada.',
      button: 'Iniciar sessão',
    },
    otherBrowser: {
      title: 'Foi você que pediu?',
      signIn:
        'A mensagem foi pedida noutro navegador. Se outra pessoa lhe enviou este link, não continue: entraria na conta dessa pessoa.',
      confirm:
        'A mensagem foi pedida noutro navegador, com sessão iniciada na sua conta. Continue apenas se for você quem o usa.',
      device: 'Pedido a partir de',
      time: 'Pedido em',
      unknownDevice: 'um navegador desconhecido',
      ifNotYou: 'Se não foi você, feche esta página. Não aconteceu nada.',
    },
    confirm: {
      title: 'É você?',
      text: 'Com esta conta vai ser feita uma coisa que não se pode desfazer. Um clique confirma que é você.',
      button: 'Sou eu',
      doneTitle: 'Confirmado',
      doneText: 'Volte ao navegador em que fez o pedido e continue lá.',
    },
    deadLink: {
      title: 'Este link já não funciona',
      text: `Já foi usado, tem mais de ${SIGN_IN_MINUTES} minutos ou não foi copiado por inteiro.`,
      again: 'Pedir uma nova mensagem',
    },
    signedOut: {
      title: 'A sessão foi terminada',
      text: 'Este navegador já não tem acesso à conta.',
      again: 'Iniciar sessão de novo',
    },
  },
}
