import type { ScriptWords } from '../script-words.ts'

export const script: ScriptWords = {
  success: 'Obrigado! Sua mensagem foi enviada.',
  receipt: 'Ver o que acontece com sua mensagem',
  offline: 'Você está sem conexão. ',
  kept: 'Salvamos sua mensagem neste navegador e a enviaremos quando a conexão voltar. Limpar os dados do navegador a exclui.',
  failed: 'Não foi possível enviar sua mensagem. Verifique sua conexão e tente novamente.',
  expired: 'Não foi possível enviar sua mensagem em 24 horas. Confira-a e envie-a novamente.',
}
