import type { ReceiptWords } from '../receipt-words.ts'

export const receipt: ReceiptWords = {
  stored: 'Salva',
  handOver: {
    handed_over: 'Repassada ao destinatário',
    on_its_way: 'A caminho do destinatário',
    delayed:
      'Atrasada: o servidor de e-mail do destinatário não a aceita no momento. Continuaremos tentando.',
    awaiting_confirmation: 'Aguardando a confirmação deste formulário pelo destinatário',
    stopped: 'Nenhum e-mail foi enviado ao destinatário. Sua mensagem continua salva.',
  },
  answer: { title: 'Resposta', none: 'Se o destinatário responder aqui, a resposta aparecerá nesta página.' },
  privacy: 'Quem tiver o endereço desta página pode abri-la. Ela não mostra o que você escreveu.',
  follow: 'Acompanhar sua mensagem',
  withdraw: {
    title: 'Retirar esta mensagem',
    effect: 'Sua mensagem é excluída definitivamente. O destinatário só vê que ela foi retirada.',
    handedOver: 'Ela já foi repassada: não podemos recuperar o que o destinatário recebeu.',
    until: (time) => `Possível até \`${time}\`.`,
    button: 'Excluir minha mensagem',
  },
  withdrawn: {
    title: 'Mensagem retirada',
    text: 'Sua mensagem foi excluída.',
    handedOver: 'Ela já tinha sido repassada: não podemos recuperar o que o destinatário recebeu.',
  },
  tooLate:
    'Esta mensagem não pode mais ser retirada: isso só é possível durante uma hora. Entre em contato com o destinatário.',
  gone: {
    title: 'Esta página não existe mais',
    text: 'A mensagem correspondente foi excluída, ou o endereço desta página está incompleto.',
  },
}
