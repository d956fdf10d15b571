import { MAX_CODE_TRIES, SIGN_IN_MINUTES } from '../../../../domain/accounts/sign-in.ts'
import { IDLE_DAYS } from '../../../../domain/endpoints/endpoint.ts'
import { UNCLAIMED_CAP } from '../../../../domain/endpoints/kinds/form.ts'
import { MAX_BODY_BYTES, MAX_FIELDS } from '../../../../domain/submissions/fields.ts'
import type { VisitorWords } from '../visitor-words.ts'

export const visitor: VisitorWords = {
  footer: 'Formslot: formulários, eventos e filas sem backend.',
  copy: { button: 'Copiar', done: 'Copiado' },
  thanks: {
    title: 'Obrigado',
    text: 'Sua mensagem foi enviada.',
    back: (host) => `Voltar para \`${host}\``,
    close: 'Você já pode fechar esta página.',
  },
  refusal: {
    blank: {
      title: 'Você não preencheu nada',
      text: 'Volte, preencha o formulário e envie novamente.',
      owner: null,
    },
    empty: {
      title: 'Nada chegou até nós',
      text: 'O problema provavelmente está no site, não no que você digitou.',
      owner:
        'Cada input, select e textarea precisa de um atributo `name`. Sem ele, o navegador não envia o campo.',
    },
    sentByGet: {
      title: 'Nada foi enviado',
      text: 'O problema está no site, não no que você digitou.',
      owner:
        'Falta `method="post"` no formulário, então o navegador colocou os campos no endereço em vez de enviá-los. Escreva `<form method="post" action="…">`.',
    },
    field: {
      title: 'Verifique uma das suas respostas',
      text: 'Corrija-a, ou encurte-a se for muito longa, e envie o formulário novamente.',
      owner: null,
    },
    tooManyFields: {
      title: 'O formulário tem campos demais',
      text: 'O problema está no site, não no que você digitou. Sua mensagem não foi salva.',
      owner: `Uma mensagem pode ter até ${MAX_FIELDS} campos.`,
    },
    file: {
      title: 'Este formulário não aceita arquivos',
      text: 'Remova o arquivo e envie o formulário novamente.',
      owner: 'O upload de arquivos ainda não é aceito. Remova `<input type="file">` do formulário.',
    },
    tooLarge: {
      title: 'Sua mensagem é longa demais',
      text: 'Encurte a mensagem e envie o formulário novamente.',
      owner: `Uma mensagem pode ter até ${MAX_BODY_BYTES / 1024} KiB no total.`,
    },
    unreadable: {
      title: 'Não foi possível ler o formulário',
      text: 'O problema está no site, não no que você digitou. Sua mensagem não foi salva.',
      owner:
        'Envie os campos como `application/x-www-form-urlencoded`, `multipart/form-data` ou um objeto JSON.',
    },
    refused: {
      title: 'O formulário não foi aceito',
      text: 'O problema está no site, não no que você digitou. Sua mensagem não foi salva.',
      owner: null,
    },
    elsewhere: {
      title: 'Nada foi alterado',
      text: 'Isso precisa ser feito em uma página deste serviço. Abra essa página e clique no botão lá.',
      owner: null,
    },
    inProgress: {
      title: 'Sua mensagem está sendo processada',
      text: 'Ela foi enviada mais de uma vez, e ainda estamos processando a primeira.',
      owner: null,
    },
    wait: {
      title: 'Aguarde um momento',
      text: 'Você está enviando rápido demais. Sua última mensagem não foi salva.',
      owner: null,
    },
    challenge: {
      title: 'Falta a verificação do navegador',
      text: 'Este formulário só aceita uma mensagem junto com um pequeno cálculo que o próprio navegador faz. Ele estava ausente ou não era mais válido, por isso sua mensagem não foi salva. Ative o JavaScript, recarregue o formulário e envie novamente.',
      owner:
        'Este formulário exige uma prova de trabalho (`challenge: required`). Adicione o widget do ALTCHA ou `/form.js` à página, ou defina `challenge` como `score`, que aceita visitantes sem JavaScript.',
    },
    frozen: {
      title: 'Este formulário atingiu o limite',
      text: 'Ele não aceita mais mensagens até que o proprietário do site o confirme. Sua mensagem não foi salva, então entre em contato de outra forma.',
      owner: `Este endpoint aceitou as ${UNCLAIMED_CAP} mensagens permitidas antes da reivindicação. Siga o link de reivindicação em qualquer e-mail sobre ele para continuar imediatamente.`,
    },
    monthlyQuota: {
      title: 'Este formulário atingiu o limite mensal',
      text: 'Sua mensagem não foi salva. Se for urgente, entre em contato de outra forma.',
      owner: 'A cota mensal do plano acabou. Ela é renovada no dia 1º (UTC).',
    },
    expired: {
      title: 'Este formulário não está mais ativo',
      text: 'Sua mensagem não foi salva. Entre em contato com o proprietário do site de outra forma.',
      owner: `Este endpoint não foi reivindicado e não recebeu nada por ${IDLE_DAYS} dias, então expirou definitivamente. Crie um novo endpoint e use a URL dele no formulário.`,
    },
    retired: {
      title: 'Este formulário foi desativado',
      text: 'Sua mensagem não foi salva. Entre em contato com o proprietário do site de outra forma.',
      owner:
        'O proprietário desativou este endpoint definitivamente. Crie um novo endpoint e use a URL dele no formulário.',
    },
    formNotFound: {
      title: 'Este formulário não está mais disponível',
      text: 'Sua mensagem não foi salva. Entre em contato de outra forma.',
      owner: 'Compare o `action` do formulário com a URL que você recebeu ao criar o endpoint.',
    },
    pageNotFound: { title: 'Página não encontrada', text: 'Verifique o endereço.', owner: null },
    notStored: {
      title: 'Não foi possível salvar sua mensagem',
      text: 'Não podemos aceitar mensagens no momento. Nada foi salvo.',
      owner: null,
    },
    unsure: {
      title: 'Algo deu errado do nosso lado',
      text: 'Não sabemos se sua mensagem foi salva. Você pode enviá-la novamente sem problemas.',
      owner: null,
    },
  },
  refusalPage: {
    inputKept: 'Volte no navegador. O que você digitou ainda deve estar lá.',
    reload: 'Recarregar o formulário',
    field: 'Campo',
    tryAgain: (wait) => `Tente novamente ${wait.later}.`,
    tryLater: 'Tente novamente mais tarde.',
    forOwner: 'Para o proprietário deste site',
    details: 'Detalhes',
    code: 'Código',
    request: 'Solicitação',
  },
  formInfo: {
    title: 'Este é um endpoint de formulário',
    text: 'Os formulários enviados para esta URL são salvos e encaminhados por e-mail ao proprietário. Não há nada para ler aqui.',
    state: {
      unclaimed:
        'Ativo, ainda não reivindicado. A primeira mensagem traz um link com o qual o destinatário pode reivindicar este formulário.',
      claimed: 'Ativo e reivindicado pelo destinatário.',
      frozen: `Pausado após ${UNCLAIMED_CAP} mensagens. Volta a funcionar assim que o destinatário seguir o link do primeiro e-mail.`,
    },
    inPage: 'Formulário HTML',
    onCommandLine: 'Linha de comando',
    dryRun: 'Adicione `?dry_run=1` à URL para verificar tudo sem enviar nada.',
    example: {
      name: 'Nome',
      email: 'E-mail',
      message: 'Mensagem',
      send: 'Enviar',
      hello: 'Olá',
      leaveEmpty: 'Deixe este campo vazio',
    },
  },
  destination: {
    unconfirmed: {
      title: 'Quer receber as mensagens deste formulário?',
      text: ({ mailbox, owner }) =>
        `O proprietário de um formulário web (\`${owner}\`) quer enviar as mensagens também para o seu endereço \`${mailbox}\`.`,
      consent: 'Nada é enviado sem a sua confirmação, e cada e-mail traz um link para parar de recebê-los.',
      confirm: 'Sim, quero recebê-las',
      decline: 'Não, e não perguntar de novo',
      declineEffect:
        '“Não, e não perguntar de novo” remove seu endereço do formulário, e ninguém poderá fazer com que perguntemos de novo.',
    },
    confirmed: {
      title: 'Você recebe as mensagens deste formulário',
      text: (mailbox) =>
        `A partir de agora, cada nova mensagem vai para \`${mailbox}\`. Você pode parar de recebê-las aqui a qualquer momento.`,
      stop: 'Parar de receber estes e-mails',
    },
    stopped: {
      title: 'Os e-mails deste formulário estão desativados',
      text: (mailbox) =>
        `As novas mensagens não são mais enviadas para \`${mailbox}\`. O proprietário do formulário pode ver isso, mas não pode reativar os e-mails. Você pode fazer isso aqui a qualquer momento. Um e-mail que já estava a caminho ainda pode chegar.`,
    },
    gone: {
      title: 'Você não recebe as mensagens deste formulário',
      text: 'Seu endereço foi removido do formulário, ou o formulário foi desativado. Não há mais nada a fazer. Para receber as mensagens de novo, peça ao proprietário do formulário que adicione o seu endereço. Um e-mail que já estava a caminho ainda pode chegar.',
    },
    refused: {
      title: 'Pronto. Não perguntaremos de novo',
      text: 'Seu endereço foi removido do formulário e não recebeu nenhuma das mensagens. Ninguém poderá fazer com que perguntemos de novo.',
    },
  },
  signIn: {
    ask: {
      title: 'Entrar',
      text: 'Digite seu e-mail. Enviaremos um link e um código para entrar.',
      email: 'Endereço de e-mail',
      send: 'Enviar link por e-mail',
      notAnAddress: 'Esse endereço está incompleto. Verifique-o.',
      tooOften: (wait) =>
        `Muitos e-mails de acesso foram solicitados a partir da sua rede. Tente novamente ${wait.later}.`,
    },
    sent: {
      title: 'Verifique sua caixa de entrada',
      text: `Se houver uma conta para este endereço, um e-mail está a caminho. Abra o link neste navegador ou digite o código. Os dois expiram em ${SIGN_IN_MINUTES} minutos.`,
      code: 'Código do e-mail',
      submit: 'Entrar',
      wrongCode: `Código incorreto. Use o do e-mail mais recente. Após ${MAX_CODE_TRIES} códigos incorretos, você precisará de um novo e-mail.`,
      nothingCame: 'Nenhum e-mail após alguns minutos? Verifique a pasta de spam e o endereço.',
      again: 'Enviar novamente',
      keptHere: 'Nenhum servidor de e-mail está configurado, então os e-mails ficam nesta máquina.',
      toEmails: 'Ler aqui',
    },
    link: {
      title: 'Entrar',
      text: 'Entrar neste navegador?',
      button: 'Entrar',
    },
    otherBrowser: {
      title: 'Foi você que solicitou?',
      signIn:
        'Este e-mail foi solicitado em outro navegador. Se outra pessoa enviou o link para você, pare aqui: você entraria na conta dela.',
      confirm:
        'Este e-mail foi solicitado em outro navegador, conectado à sua conta. Continue apenas se foi você.',
      device: 'Solicitado de',
      time: 'Solicitado em',
      unknownDevice: 'um navegador desconhecido',
      ifNotYou: 'Se não foi você, feche esta página. Nada aconteceu.',
    },
    confirm: {
      title: 'Confirme que é você',
      text: 'Você está prestes a fazer algo que não pode ser desfeito. Confirme que é você.',
      button: 'Sim, sou eu',
      doneTitle: 'Confirmado',
      doneText: 'Volte ao navegador de onde você veio e continue lá.',
    },
    deadLink: {
      title: 'Este link não funciona mais',
      text: `Ele já foi usado, tem mais de ${SIGN_IN_MINUTES} minutos ou não foi copiado por completo.`,
      again: 'Receber um novo link',
    },
    signedOut: {
      title: 'Você saiu da conta',
      text: 'Este navegador não tem mais acesso à sua conta.',
      again: 'Entrar novamente',
    },
  },
}
