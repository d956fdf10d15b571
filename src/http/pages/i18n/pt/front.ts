import { IDLE_DAYS } from '../../../../domain/endpoints/endpoint.ts'
import { UNCLAIMED_CAP } from '../../../../domain/endpoints/kinds/form.ts'
import type { FrontWords } from '../front-words.ts'

export const front: FrontWords = {
  nav: {
    docs: 'Documentação',
    signIn: 'Entrar',
    dashboard: 'Painel',
    languages: 'Idiomas',
    menu: 'Principal',
  },
  home: {
    title: 'Um formulário que funciona em qualquer página',
    lead: 'Digite seu e-mail, receba uma URL de formulário e cole-a na sua página. As mensagens chegam à sua caixa de entrada. Sem conta, sem chave de API, sem JavaScript.',
    recipient: 'Enviar mensagens para',
    create: 'Criar meu formulário',
    noSignUp: 'Sem cadastro. A primeira mensagem traz um link para reivindicar o formulário.',
    picture: {
      label: 'A caixa de entrada de um formulário e o e-mail com a mensagem mais recente',
      inbox: 'Caixa de entrada',
      subject: 'Nova mensagem de studio-nord.de',
      messages: [
        'Vocês têm tempo em janeiro para um site novo?',
        'Obrigada, as estantes encaixaram perfeitamente!',
        'Você poderia me enviar a tabela de preços?',
      ],
    },
    kinds: {
      title: 'Formulários, eventos e filas',
      list: [
        {
          name: 'Formulários',
          text: 'Cada mensagem é salva, enviada por e-mail e fica na sua caixa de entrada, com busca, exportação e API.',
        },
        {
          name: 'Telemetria',
          text: 'Conte os eventos dos seus sites e aplicativos e veja-os chegar. Sem cookies nem endereços IP.',
        },
        {
          name: 'Filas',
          text: 'Passe trabalho de um programa para outro, com reservas, novas tentativas, atrasos e mensagens com falha.',
        },
      ],
    },
    selfHosting: {
      name: 'Hospede você mesmo',
      text: 'Um processo e um banco de dados: SQLite, ou PostgreSQL para vários nós. Com Node 20 ou mais recente, execute isto na pasta do código-fonte:',
    },
    otherWays: {
      title: 'Ou no terminal ou com o seu agente de programação',
      shell: 'Linha de comando',
      agent: 'Prompt para o seu agente de programação',
    },
    steps: {
      title: 'Como funciona',
      list: [
        {
          name: 'Cole a URL na sua página',
          text: 'Ela vai no atributo `action` do seu formulário. Funciona com HTML puro, qualquer gerador de sites e qualquer framework.',
        },
        {
          name: 'Receba sua primeira mensagem',
          text: 'Segundos depois que alguém envia o formulário, todos os campos estão na sua caixa de entrada.',
        },
        {
          name: 'Reivindique com um clique',
          text: 'Clique no link desse e-mail para reivindicar o formulário e abrir o painel.',
        },
      ],
    },
    promises: {
      title: 'Com o que você pode contar',
      list: [
        {
          name: 'Salvo antes do agradecimento',
          text: 'Os visitantes só veem “Obrigado” quando a mensagem está segura no disco.',
        },
        {
          name: 'Sem falhas silenciosas',
          text: 'Se o e-mail estiver fora do ar, continuamos tentando, e você vê cada tentativa.',
        },
        {
          name: 'Você está no controle',
          text: 'Os e-mails vão só para o endereço informado, e um clique basta para parar de recebê-los.',
        },
        {
          name: 'Spam não custa nada',
          text: 'O que reconhecemos como spam não é enviado nem contado.',
        },
      ],
    },
    limits: `Um formulário não reivindicado aceita ${UNCLAIMED_CAP} mensagens e expira após ${IDLE_DAYS} dias sem receber nenhuma. Depois da reivindicação, vale a cota mensal do seu plano.`,
    problem: {
      missing: 'Digite seu endereço de e-mail.',
      invalid: 'Isso não parece um endereço de e-mail. Verifique-o.',
      placeholder: 'Esse é um endereço de exemplo. Digite o seu.',
      multiple: 'Digite apenas um endereço. Você poderá adicionar outros depois de reivindicar o formulário.',
      suppressed: 'Este endereço não aceita formulários. Use outro.',
      tooSoon:
        'Um formulário acabou de ser criado aqui. Clique no botão mais uma vez para criar um com este endereço.',
      tooMany: (wait) => `Muitas solicitações da sua rede. Tente novamente ${wait.later}.`,
      notStored: 'Não foi possível salvar. Tente novamente em um minuto.',
      noSpace: 'Não podemos salvar nada no momento: o servidor está sem espaço. Avise o administrador.',
      proofNeeded:
        'Muitos formulários estão sendo criados agora, por isso seu navegador precisa fazer um cálculo antes. Isso leva alguns segundos e requer JavaScript e https.',
    },
  },
  start: {
    title: 'Seu formulário está no ar',
    lead: (hint) => `As mensagens serão enviadas para ${hint}.`,
    formUrl: 'URL do formulário',
    snippet: 'Cole isto na sua página',
    withScript: 'Opcional: adicione esta linha para enviar o formulário sem sair da página',
    arrivals: {
      waiting: {
        name: 'Aguardando sua primeira mensagem',
        text: 'Envie o formulário da sua página. Isto ficará verde quando uma mensagem chegar.',
      },
      arrived: { name: 'Seu formulário funciona', text: 'Uma mensagem chegou e está salva.' },
      refused: {
        name: 'Uma mensagem chegou, mas não pôde ser aceita',
        text: 'Nada foi salvo até agora.',
      },
      from: (site) => `A primeira mensagem veio de ${site} e está salva.`,
      emailed: (hint) => `Enviamos seu link de reivindicação para ${hint}.`,
      held: (hint) =>
        `O e-mail com o link de reivindicação para ${hint} precisa esperar, porque limitamos esses e-mails. Ele chega em até 24 horas.`,
      signIn: 'Já tem um formulário? Entre para reivindicar este agora.',
      fields: (names) => `Campos: ${names}`,
      notes: 'O que melhorar na sua página',
      expected: (field) => `Nenhuma mensagem trouxe o campo esperado ${field}.`,
      withoutName: 'Uma mensagem chegou sem dados. Dê um nome a cada campo, como `name="email"`.',
      byGet: 'O formulário foi enviado por GET, que não salva nada. Adicione `method="post"`.',
      wrongOrigin:
        'Um site não permitido enviou uma mensagem. Verifique os sites permitidos nas configurações.',
      files: 'Um arquivo foi enviado. Arquivos não são aceitos: remova o campo de arquivo.',
      withoutEmail:
        'Não há campo de e-mail, então você não poderá responder. Adicione `<input type="email" name="email">`.',
      withoutHoneypot: 'Não há honeypot. Copie o campo oculto `_gotcha` do código acima para afastar bots.',
      hiddenPage:
        'Sua página oculta o próprio endereço, então não há como voltar a ela. Remova `Referrer-Policy: no-referrer`.',
    },
    tryIt: {
      name: 'Teste aqui',
      text: 'Envie uma primeira mensagem para o seu e-mail. Ela traz o link de reivindicação.',
      again: 'Enviar outra mensagem de teste',
    },
    claim: {
      title: 'Reivindique o formulário',
      arrived: 'O e-mail da sua primeira mensagem traz o link de reivindicação. Só você o recebe.',
      steps: [
        'Sua primeira mensagem traz um link de reivindicação que só você recebe.',
        'Abra o link para reivindicar o formulário. Não é preciso escolher uma senha.',
      ],
      limits: `Até lá, ele aceita ${UNCLAIMED_CAP} mensagens e expira após ${IDLE_DAYS} dias sem receber nenhuma.`,
    },
    keep: 'Adicione esta página aos favoritos. Até reivindicar o formulário, você só o encontra aqui ou, se tiver uma conta com este endereço de e-mail, no painel.',
    didYouMean: (address) => `Você quis dizer ${address}?`,
    startOver: 'Endereço errado? Recomeçar',
    another: 'Criar outro formulário',
  },
}
