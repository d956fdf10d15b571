import { createCounter } from '../../../../../domain/language.ts'
import type { NoticeWords } from '../notice-words.ts'
import type { SubmissionWords } from '../submission-words.ts'

const counted = createCounter('pt')

export const submission: SubmissionWords = {
  firstMessage: 'Seu formulário recebeu a primeira mensagem',
  previewOfFirst:
    'Alguém criou um formulário que envia mensagens para este endereço, e a primeira está abaixo.',
  previewOfNext: 'Alguém enviou uma mensagem por um formulário que usa este endereço.',
  introduction: 'Se for seu, reivindique-o, sem senha.',
  newMessage: (form) => `Nova mensagem de ${form}`,
  newMessageBy: (sender, form) => `Nova mensagem de ${sender} · ${form}`,
  newMessageFromYours: 'Nova mensagem do seu formulário',
  newMessageFromTheirs: 'Nova mensagem de um formulário',
  warning:
    'Um visitante enviou isto pelo formulário. Não verificamos quem enviou, e os links estão desativados.',
  unconfirmed:
    'Este formulário foi reivindicado quando o link foi aberto, o que programas de e-mail também fazem. Até que você o confirme com um clique, receberá um número limitado de e-mails, e os links neles ficam desativados.',
  limits: ({ cap, used, days }) =>
    `Até que você o reivindique, o formulário aceita ${cap} mensagens (${used} até agora) e expira após ${days} dias sem nenhuma.`,
  capReached: ({ cap, days }) =>
    `O formulário atingiu o limite de ${cap} mensagens. Ele não aceita mais até que você o reivindique e expira ${days} dias após a última.`,
  replyTo: (address) => `Responda a este e-mail para escrever para ${address}.`,
  claimToReply:
    'Reivindique o formulário para responder: até lá, as respostas a este e-mail não chegam a quem enviou.',
  confirmToReply: 'Confirme para responder: até lá, as respostas a este e-mail não chegam a quem enviou.',
  expired: (days) =>
    `O formulário expirou: não foi reivindicado e não recebeu nada por ${days} dias. Ele não aceita mais mensagens e não pode mais ser reivindicado.`,
  retired: 'O formulário foi desativado. Ele não aceita mais mensagens.',
  onlyHidden: 'Esta mensagem só tem campos ocultos (os nomes começam com _), que não aparecem nos e-mails.',
  shortened: (missing) => `Este e-mail foi encurtado. Não incluído: ${missing}.`,
  characters: counted({ one: 'caractere', other: 'caracteres' }),
  fields: counted({ one: 'campo', other: 'campos' }),
  fullInDashboard: 'A mensagem completa está no painel.',
  fullAtOwner: 'O proprietário do formulário pode ler a mensagem completa.',
  fullAfterClaim: 'Reivindique o formulário para ler a mensagem completa no painel.',
  valueShortened: (missing) => `[… mais ${missing}]`,
  nameless: '(sem nome)',
  leftEmpty: 'Não preenchidos',
  claim: 'Reivindicar este formulário',
  confirm: 'Confirmar que é seu',
  openInDashboard: 'Abrir no painel',
  emailSettings: 'Configurações dos e-mails',
  added:
    'Você recebe estes e-mails porque o proprietário do formulário adicionou o seu endereço e você o confirmou. Para deixar de recebê-los, cancele a inscrição no seu programa de e-mail ou use o link do e-mail em que confirmou o endereço.',
  received: (time) => `Recebida em ${time}`,
  endpoint: (id) => `Endpoint ${id}`,
  submission: (id) => `Mensagem ${id}`,
}

export const notice: NoticeWords = {
  decline: 'Não fui eu',
  sentBy: (service, base) => `Enviado por ${service}, ${base}`,
  viewUsage: 'Ver o uso',
  signIn: {
    subject: (service) => `Entrar em ${service}`,
    opening: (base) => `Este é o seu link para entrar em ${base}.`,
    button: 'Entrar',
    notYou: 'Não foi você? Ignore este e-mail: ninguém consegue entrar sem ele. Nunca compartilhe o código.',
    preview: (minutes) => `Um link e um código de uso único, válidos por ${minutes} minutos.`,
    codeLabel: 'Ou digite este código no navegador de onde você veio:',
    requested: ({ time, device, minutes }) =>
      `Solicitado em ${time}${device === '' ? '' : `, por ${device}`}. O link e o código são de uso único e valem por ${minutes} minutos.`,
  },
  confirm: {
    subject: (service) => `Confirme que é você em ${service}`,
    heading: 'Confirme que é você',
    opening: (base) =>
      `Alguém conectado à sua conta em ${base} quer fazer algo que não pode ser desfeito. Se é você, confirme.`,
    button: 'Sim, sou eu',
    notYou: (signInUrl) =>
      `Não é você? Então outra pessoa está usando um navegador conectado à sua conta. Entre em ${signInUrl} e encerre todas as sessões. Nunca compartilhe o código.`,
  },
  claim: {
    firstUse: ({ id, time }) => `Endpoint ${id}, usado pela primeira vez em ${time}.`,
    firstEvent: 'O primeiro evento se chama:',
    kinds: {
      telemetry: {
        heading: 'Seu endpoint de telemetria recebeu o primeiro evento',
        preview: 'Alguém criou um endpoint de telemetria com este endereço de e-mail.',
        opening: 'Se for seu, reivindique-o para ver os eventos, sem senha.',
        button: 'Reivindicar este endpoint',
        limits: ({ cap, days }) =>
          `Até que você o reivindique, ele aceita ${cap} eventos e expira após ${days} dias sem nenhum.`,
      },
      queue: {
        heading: 'Sua fila recebeu a primeira mensagem',
        preview: 'Alguém criou uma fila de mensagens com este endereço de e-mail.',
        opening: 'Se for sua, reivindique-a para ver as mensagens, sem senha.',
        button: 'Reivindicar esta fila',
        limits: ({ cap, days }) =>
          `Até que você a reivindique, ela aceita ${cap} mensagens e expira após ${days} dias sem nenhuma.`,
      },
    },
  },
  destination: {
    heading: 'Você quer receber as mensagens deste formulário?',
    preview: 'Nada será enviado a você sem a sua confirmação.',
    opening: (base) =>
      `O proprietário de um formulário em ${base} quer enviar as mensagens também para o seu endereço. Nada será enviado a você sem a sua confirmação.`,
    form: ({ id, owner }) =>
      `O ID do formulário é ${id}. O proprietário (endereço parcialmente oculto): ${owner}`,
    button: 'Ver e confirmar',
    note: 'Se você não fizer nada, não receberá mensagens. O link funciona até que o proprietário remova o seu endereço.',
    stop: 'Não perguntar de novo',
  },
  stopped: {
    heading: (name) => `Os e-mails de ${name} estão desativados`,
    preview: 'Você pode reativá-los a qualquer momento.',
    opening: ({ id, base }) =>
      `Alguém usou o link para cancelar a inscrição em um e-mail sobre ${id} em ${base}.`,
    continues: {
      form: 'As mensagens continuam sendo salvas, e você pode lê-las no painel. Elas não são enviadas a você por e-mail.',
      telemetry: 'Os eventos continuam sendo salvos. Você só não receberá e-mails sobre o endpoint.',
      queue: 'As mensagens continuam sendo salvas. Você só não receberá e-mails sobre a fila.',
    },
    noLongerSent: 'O formulário não envia mais as mensagens para o seu endereço.',
    ifYou: 'Se foi você, não é preciso fazer mais nada.',
    button: 'Reativar os e-mails',
    note: 'Este e-mail é enviado no máximo uma vez por dia quando os e-mails são desativados por um link.',
  },
  health: {
    heading: (name) => `${name} precisa da sua atenção`,
    preview: 'Há um problema com este formulário.',
    opening: ({ id, base }) => `Há um problema com o formulário ${id} em ${base}.`,
    findings: {
      field_missing:
        'Um campo que quase todas as mensagens tinham não chega mais. Se você o removeu de propósito, não é preciso fazer nada.',
      wrong_origin:
        'Todas as mensagens são recusadas porque a página não está na lista de origens permitidas. Se a página é sua, adicione a origem dela nas configurações do formulário.',
      sent_by_get:
        'O formulário é enviado por GET, e nada disso é salvo. Mude o método do formulário para POST.',
      repeats_in_spam:
        'Há mensagens no spam só porque o mesmo remetente já tinha enviado o mesmo texto. Se são reais, marque uma delas como “Não é spam”: as cópias do texto deixam de contar.',
    },
    field: 'Campo',
    lastSent: 'Recebido pela última vez',
    missing: 'Mensagens sem ele desde então',
    before: 'Mensagens com ele até então',
    since: 'Desde',
    refused: 'Recusadas até agora',
    inSpam: 'No spam',
    button: 'Abrir o formulário',
    note: 'Você recebe este e-mail uma vez por problema, e de novo só depois que o formulário tiver funcionado por uma semana.',
  },
  quota: {
    kinds: {
      form: {
        amount: counted({ one: 'mensagem', other: 'mensagens' }),
        refused:
          'Novas mensagens estão sendo recusadas. Os visitantes veem que o formulário atingiu o limite mensal, e as mensagens deles não são salvas.',
      },
      telemetry: {
        amount: counted({ one: 'evento de telemetria', other: 'eventos de telemetria' }),
        refused:
          'Novos eventos estão sendo recusados e não são salvos. Os programas que os enviam recebem um erro.',
      },
      queue: {
        amount: counted({ one: 'mensagem em filas', other: 'mensagens em filas' }),
        refused:
          'Novas mensagens estão sendo recusadas e não são salvas. As que já estão nas filas podem ser recebidas como sempre.',
      },
    },
    reached: (name, amount) => `${name} atingiu o limite de ${amount} neste mês`,
    reachedByYou: (amount) => `Você atingiu o limite de ${amount} neste mês`,
    used: ({ name, percent, amount }) => `${name} usou ${percent}% do limite de ${amount} neste mês`,
    usedByYou: ({ percent, amount }) => `Você usou ${percent}% do limite de ${amount} neste mês`,
    previewReached: (time) => `Nada mais é aceito até ${time}.`,
    previewUsed: (time) => `A cota é renovada em ${time}.`,
    includesForForm: ({ amount, id, base }) =>
      `Seu plano inclui ${amount} por mês para o formulário ${id} em ${base}.`,
    includesForAccount: ({ amount, base }) =>
      `Seu plano inclui ${amount} por mês para toda a sua conta em ${base}.`,
    thenRefused: 'Quando a cota acabar, o que chegar será recusado até a renovação.',
    resets: ({ time, base }) =>
      `A cota é renovada em ${time}. O operador de ${base} pode passar a sua conta para um plano maior imediatamente.`,
    noteForForm: 'Este e-mail é enviado quando um formulário atinge 80% e 100% da cota mensal.',
    noteForAccount: 'Este e-mail é enviado quando uma cota mensal atinge 80% e 100%.',
  },
  digest: {
    heading: counted({ one: 'mensagem na sua pasta de spam', other: 'mensagens na sua pasta de spam' }),
    preview: 'Confira se não há nenhuma mensagem real entre elas.',
    opening:
      'O filtro as separou por causa do conteúdo, e você ainda não as viu. Se alguma for real, marque-a como não spam e ela será enviada a você por e-mail.',
    messages: counted({ one: 'mensagem', other: 'mensagens' }),
    otherForms: counted({ one: 'outro formulário', other: 'outros formulários' }),
    newest: 'As mais recentes:',
    noText: '(sem texto)',
    button: 'Abrir a pasta de spam',
    note: 'Você recebe este e-mail no máximo uma vez por semana, e só se houver na pasta algo que ainda não viu. Os bots que preencheram um campo oculto não contam.',
    stop: 'Parar de receber este e-mail semanal',
  },
  plan: {
    newPlan: ({ service, plan }) => `Seu plano em ${service} agora é ${plan}`,
    newRetention: (service) => `O tempo de retenção do seu plano em ${service} vai mudar`,
    moved: ({ base, plan }) => `O operador de ${base} passou a sua conta para o plano ${plan}.`,
    movedFrom: ({ base, before, plan }) =>
      `O operador de ${base} passou a sua conta do plano ${before} para o plano ${plan}.`,
    retentionChanged: ({ base, plan }) =>
      `O operador de ${base} alterou o tempo de retenção do plano ${plan}.`,
    limitsApply: 'Os novos limites já valem.',
    previewDeletes: (time) => `A partir de ${time}, os dados mais antigos serão excluídos.`,
    deletes: ({ time, submissions, telemetry }) =>
      `A partir de ${time}, excluiremos definitivamente os dados que ultrapassarem o tempo de retenção do seu plano: mensagens de formulários após ${submissions}, telemetria após ${telemetry}. Até lá, esta mudança não exclui nada. Exporte o que quiser guardar.`,
    submissionsPerMonth: 'Mensagens por mês, por formulário',
    queueMessagesPerMonth: 'Mensagens em filas por mês',
    telemetryEventsPerMonth: 'Eventos de telemetria por mês',
    submissionRetention: 'Retenção das mensagens de formulários',
    telemetryRetention: 'Retenção da telemetria',
    destinations: 'Destinatários adicionais por formulário',
    previously: (value) => `(antes ${value})`,
    unlimited: 'ilimitado',
    days: counted({ one: 'dia', other: 'dias' }),
    exportData: 'Exportar seus dados',
    reason: 'Você recebe este e-mail porque tem endpoints aqui.',
  },
}
