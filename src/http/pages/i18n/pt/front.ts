import { IDLE_DAYS } from '../../../../domain/endpoints/endpoint.ts'
import { UNCLAIMED_CAP } from '../../../../domain/endpoints/kinds/form.ts'
import type { FrontWords } from '../front-words.ts'

export const front: FrontWords = {
  nav: {
    reference: 'Referência da API',
    signIn: 'Iniciar sessão',
    languages: 'Idiomas',
    menu: 'Continuar a ler',
  },
  home: {
    title: 'Um formulário que funciona em qualquer página',
    lead: 'Escreva o seu e-mail, obtenha um URL de formulário e cole-o na sua página. As mensagens chegam à sua caixa de entrada. Sem conta, sem chave de API, sem JavaScript.',
    recipient: 'Enviar as mensagens para',
    create: 'Criar endereço',
    noSignUp: 'Sem registo. A primeira mensagem traz um link pelo qual o endereço passa a ser seu.',
    otherWays: {
      title: 'Ou no terminal ou com o seu agente de código',
      shell: 'Na linha de comando',
      agent: 'Prompt para o seu agente de código',
    },
    steps: {
      title: 'Como funciona',
      list: [
        {
          name: 'Coloque o endereço na sua página',
          text: 'Ele passa a ser o `action` do formulário: HTML puro, qualquer gerador ou framework.',
        },
        {
          name: 'A primeira mensagem chega',
          text: 'Segundos depois do envio, todos os campos estão na sua caixa de entrada.',
        },
        {
          name: 'Um clique e é seu',
          text: 'Clique no link desse e-mail para ficar com o endereço e abrir o painel.',
        },
      ],
    },
    promises: {
      title: 'Com o que pode contar',
      list: [
        {
          name: 'Primeiro guardar, depois responder',
          text: 'Ninguém lê “obrigado” antes de a mensagem estar segura no disco.',
        },
        {
          name: 'Entregue, ou vê-se que não',
          text: 'Se o correio falhar, as mensagens esperam e são reenviadas. Nenhuma acaba em silêncio.',
        },
        {
          name: 'O controlo é seu',
          text: 'Os e-mails vão só para o endereço indicado, e um clique para-os.',
        },
        {
          name: 'O spam não custa nada',
          text: 'O que a armadilha apanha não é enviado nem contado.',
        },
      ],
    },
    limits: `Enquanto não tiver dono, um endereço aceita ${UNCLAIMED_CAP} mensagens ao todo e expira após ${IDLE_DAYS} dias sem mensagens. Depois vale a quota mensal do plano.`,
    problem: {
      missing: 'Escreva o seu endereço de e-mail.',
      invalid: 'Este não é um endereço de e-mail simples. Verifique-o, por favor.',
      placeholder: 'Parece um exemplo. Escreva o endereço verdadeiro, por favor.',
      multiple: 'Escreva um só endereço. Outros podem ser acrescentados mais tarde.',
      suppressed: 'O dono deste endereço recusou formulários. Use outro, por favor.',
      tooMany: (wait) =>
        `Foram feitos demasiados pedidos a partir da sua ligação. Tente de novo ${wait.later}.`,
      notStored: 'De momento não é possível guardar nada. Tente de novo daqui a pouco.',
    },
  },
  start: {
    title: 'O seu endereço de formulário está pronto',
    lead: (hint) => `Tudo o que um formulário lhe enviar chega a ${hint}.`,
    formUrl: 'O endereço',
    snippet: 'Para a sua página',
    tryIt: {
      name: 'Experimente aqui mesmo',
      text: 'Isto envia a primeira mensagem. Ela chega com o link pelo qual o endereço passa a ser seu.',
    },
    claim: {
      title: 'Como passa a ser seu',
      list: [
        'A primeira mensagem traz um link que mais ninguém recebe.',
        'Ao abrir o link, o endereço é seu. Não há palavra-passe a escolher.',
        `Até lá aceita ${UNCLAIMED_CAP} mensagens e expira após ${IDLE_DAYS} dias sem mensagens.`,
      ],
    },
    keep: 'Guarde o endereço desta página: até lá, ninguém o pode procurar por si.',
    another: 'Criar outro endereço',
  },
}
