import type { ReceiptWords } from '../receipt-words.ts'

export const receipt: ReceiptWords = {
  stored: 'Salva',
  handOver: {
    handed_over: 'Enviada por e-mail ao destinatário',
    saved: 'Salva para o destinatário',
    on_its_way: 'Sendo entregue',
    delayed: 'Atrasada: ainda não foi possível enviá-la por e-mail. Continuaremos tentando.',
    awaiting_confirmation: 'Aguardando a confirmação deste formulário pelo destinatário',
    stopped: 'Nenhum e-mail foi enviado ao destinatário. Sua mensagem continua salva.',
  },
  answer: {
    title: 'Você tem uma resposta',
    none: 'Salve esta página nos favoritos: uma resposta pode aparecer aqui.',
  },
  privacy: 'Quem tiver este link pode abrir esta página. Ela não mostra o que você escreveu.',
  follow: 'Acompanhar sua mensagem',
  withdraw: {
    title: 'Retirar esta mensagem',
    effect: 'Sua mensagem é excluída definitivamente. O destinatário só vê que ela foi retirada.',
    handedOver: 'Ela já foi enviada por e-mail: não podemos recuperar o que o destinatário recebeu.',
    saved: 'O destinatário talvez já a tenha lido.',
    until: (time) => `Possível até \`${time}\`.`,
    button: 'Excluir minha mensagem',
  },
  withdrawn: {
    title: 'Mensagem retirada',
    text: 'Sua mensagem foi excluída.',
    handedOver: 'Ela já tinha sido enviada por e-mail: não podemos recuperar o que o destinatário recebeu.',
    saved: 'O destinatário talvez já a tivesse lido.',
  },
  tooLate:
    'Esta mensagem não pode mais ser retirada: isso só é possível durante uma hora. Entre em contato com o destinatário.',
  gone: {
    title: 'Esta página não existe mais',
    text: 'A mensagem correspondente foi excluída, ou o endereço desta página está incompleto.',
  },
}
