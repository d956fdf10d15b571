import { DECLINE_DAYS_AFTER_CLAIM } from '../../../../domain/endpoints/decline.ts'
import { IDLE_DAYS } from '../../../../domain/endpoints/endpoint.ts'
import type { LinkWords } from '../link-words.ts'

const EVENTS_ARE_SEEN = 'イベントはメールでは届きません。ダッシュボードで確認できます。'
const MESSAGES_ARE_SEEN =
  'メッセージはメールでは届きません。プログラムが処理し、内容はダッシュボードで確認できます。'
const CREATE_NEW = '続けるには、新しい送信先を作成し、そのアドレスを使ってください。'

export const links: LinkWords = {
  kinds: {
    form: {
      amount: (digits) => `送信 ${digits} 件`,
      unlimited: (plan) => `${plan} プランでは、送信を無制限に受け付けます。`,
      receives: (mailbox) => `ウェブフォームからの送信が \`${mailbox}\` に届いています。`,
      emailsBefore: 'メールはこれまでどおり届きます。',
      emailsAfter: '今後もすべての送信がメールで届きます。',
      createdForYou: (mailbox) =>
        `だれかが、あなたのメールアドレス \`${mailbox}\` でフォームの送信先を作成しました。`,
      retired: '送信先が廃止され、そのフォームは使えなくなります。',
      alreadyRetired: '今後は送信を受け付けず、メールも届きません。ほかに必要な操作はありません。',
      ifStopped: 'フォームはそのまま使え、送信はすべて保存されますが、メールでは届かなくなります。',
      stopped:
        '送信は保存されますが、メールでは届きません。今届いた送信が後からメールで届くこともありません。',
      restarted: '今後、送信はすべてメールで届きます。',
    },
    telemetry: {
      amount: (digits) => `イベント ${digits} 件`,
      unlimited: (plan) => `${plan} プランでは、イベントを無制限に受け付けます。`,
      receives: (mailbox) =>
        `\`${mailbox}\` のために作成された送信先に、プログラムがイベントを送っています。`,
      emailsBefore: EVENTS_ARE_SEEN,
      emailsAfter: EVENTS_ARE_SEEN,
      createdForYou: (mailbox) =>
        `だれかが、あなたのメールアドレス \`${mailbox}\` でテレメトリーの送信先を作成しました。`,
      retired: '送信先が廃止され、プログラムからイベントを送れなくなります。',
      alreadyRetired: '今後はイベントを受け付けず、メールも届きません。ほかに必要な操作はありません。',
      ifStopped:
        'イベントは引き続き受け付けますが、上限が近いことのお知らせなど、この送信先についてのメールは届かなくなります。',
      stopped: 'イベントはこれまでどおり保存されます。この送信先についてのメールは届きません。',
      restarted: '今後、この送信先についてのメールが再び届きます。',
    },
    queue: {
      amount: (digits) => `メッセージ ${digits} 件`,
      unlimited: (plan) => `${plan} プランでは、メッセージを無制限に受け付けます。`,
      receives: (mailbox) =>
        `\`${mailbox}\` のために作成されたキューに、プログラムがメッセージを入れています。`,
      emailsBefore: MESSAGES_ARE_SEEN,
      emailsAfter: MESSAGES_ARE_SEEN,
      createdForYou: (mailbox) =>
        `だれかが、あなたのメールアドレス \`${mailbox}\` でメッセージキューを作成しました。`,
      retired: 'キューが廃止され、プログラムからメッセージを入れられなくなります。',
      alreadyRetired: '今後はメッセージを受け付けず、メールも届きません。ほかに必要な操作はありません。',
      ifStopped:
        'メッセージは引き続き受け付けますが、上限が近いことのお知らせなど、このキューについてのメールは届かなくなります。',
      stopped: 'メッセージはこれまでどおり保存されます。このキューについてのメールは届きません。',
      restarted: '今後、このキューについてのメールが再び届きます。',
    },
  },
  claim: {
    title: 'この送信先を自分のものにする',
    instruction: 'ボタンを押すと、この送信先はあなたのものになります。',
    doneTitle: 'この送信先には所有者がいます',
    nowBelongs: (mailbox) => `この送信先は \`${mailbox}\` のものになりました`,
    belongs: (mailbox) => `この送信先は \`${mailbox}\` のものです`,
    changes: 'パスワードの設定も、入力も必要ありません。変わるのは次の点です。',
    alreadyClaimed:
      'すでに手続きが済んでいます。リンクをもう一度開いても何も変わりません。内容は次のとおりです。',
    capEnds: (amount) => `「${amount}まで」という上限がなくなります。`,
    capEnded: (amount) => `「${amount}まで」という上限がなくなりました。`,
    quota: (plan, amount) => `${plan} プランでは、毎月${amount}まで受け付けます。`,
    neverExpires: 'しばらく何も届かなくても、失効しなくなります。',
    open: 'ダッシュボードを開く',
    decline: '心当たりがありません',
    declineEffect:
      '「心当たりがありません」を押すと、送信先は廃止され、保存されている内容は削除されます。今後、このメールアドレスでは送信先を作成できなくなります。元に戻すことはできません。',
  },
  decline: {
    askTitle: 'お心当たりがありませんか？',
    effects: 'お心当たりがない場合は、ボタンを押してください。次の三つが行われ、どれも元に戻せません。',
    deleted: 'これまでに送られた内容はすべて削除されます。',
    suppressed:
      'あなたのメールアドレスはブロックされます。今後だれもこのアドレスで送信先を作成できず、そのことでメールが届くこともありません。',
    button: '廃止して、今後メールを受け取らない',
    ifYours: 'ご自身のものであれば、このページを閉じてください。何も変わっていません。',
    doneTitle: '完了しました。今後メールはお送りしません',
    done: (mailbox) =>
      `送信先は廃止され、保存されていた内容は削除されました。今後だれも \`${mailbox}\` のために送信先を作成できません。`,
    nothingElse: 'ほかに必要な操作はありません。すでに送信中だったメールが届くことはあります。',
    alreadyTitle: 'この送信先はすでに廃止されています',
    tooLateTitle: 'このリンクで送信先を廃止することはできなくなりました',
    tooLate: `所有者が決まってから ${DECLINE_DAYS_AFTER_CLAIM} 日以上たっています。古いメールから内容を削除できないようにするためです。`,
    tooLateAdvice: 'メールを止めるには、新しいメールの末尾にあるリンクをお使いください。',
  },
  emails: {
    askTitle: 'この送信先からのメールを止めますか？',
    canRestart: 'このページでいつでも再開できます。',
    stop: 'メールを止める',
    stoppedTitle: 'メールを止めました',
    start: 'メールを再開する',
    startedTitle: 'メールを再開しました',
  },
  deadLinks: {
    unknown: {
      title: 'このリンクは使えません',
      why: 'このリンクに対応するものはありません。メールソフトで途中までになっている可能性があります。',
      what: 'メールにあるリンクを最初から最後まで、ブラウザーのアドレスバーにコピーしてください。',
    },
    expired: {
      title: 'このリンクは送信先とともに終了しました',
      why: `所有者がいないまま ${IDLE_DAYS} 日間何も届かなかったため、送信先は失効しました。元に戻すことはできません。`,
      what: CREATE_NEW,
    },
    retired: {
      title: 'このリンクは送信先とともに終了しました',
      why: '送信先は廃止されました。今後は何も受け付けず、メールも届きません。元に戻すことはできません。',
      what: CREATE_NEW,
    },
  },
}
