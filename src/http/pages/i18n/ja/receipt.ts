import type { ReceiptWords } from '../receipt-words.ts'

export const receipt: ReceiptWords = {
  stored: '保存済み',
  handOver: {
    handed_over: '受信者に引き渡し済み',
    on_its_way: '受信者へ送信中',
    delayed: '遅延しています。受信者のメールサーバーが現在受け付けていません。引き続き再試行します。',
    awaiting_confirmation: '受信者によるこのフォームの確認を待っています',
    stopped: '受信者へのメールは送信されていません。メッセージは保存されています。',
  },
  answer: { title: '返信', none: '受信者がここで返信すると、このページに表示されます。' },
  privacy: 'このページのアドレスを知っている人は誰でも開けます。お書きになった内容は表示されません。',
  follow: 'メッセージの状況を見る',
  withdraw: {
    title: 'このメッセージを取り消す',
    effect: 'メッセージは完全に削除されます。受信者には、取り消されたことだけが表示されます。',
    handedOver: 'すでに引き渡されているため、受信者に届いたものを取り戻すことはできません。',
    until: (time) => `\`${time}\` まで取り消せます。`,
    button: 'メッセージを削除する',
  },
  withdrawn: {
    title: 'メッセージを取り消しました',
    text: 'メッセージは削除されました。',
    handedOver: 'すでに引き渡されていたため、受信者に届いたものを取り戻すことはできません。',
  },
  tooLate:
    'このメッセージはもう取り消せません。取り消せるのは一時間以内です。受信者に直接お問い合わせください。',
  gone: {
    title: 'このページはもうありません',
    text: '対象のメッセージが削除されたか、このページのアドレスが不完全です。',
  },
}
