import { DECLINE_DAYS_AFTER_CLAIM, UNDO_DECLINE_HOURS } from '../../../../domain/endpoints/decline.ts'
import { IDLE_DAYS } from '../../../../domain/endpoints/endpoint.ts'
import type { LinkWords } from '../link-words.ts'

const EVENTS_ARE_SEEN = 'イベントはメールでは送信されません。ダッシュボードで確認できます。'
const MESSAGES_ARE_SEEN =
  'メッセージはメールでは送信されません。お使いのプログラムが処理し、内容はダッシュボードで確認できます。'
const CREATE_NEW =
  '続けるには、新しいフォーム、エンドポイント、またはキューを作成し、その URL をお使いください。'

export const links: LinkWords = {
  kinds: {
    form: {
      amount: (digits) => `メッセージ ${digits} 件`,
      unlimited: (plan) => `${plan} プランでは、メッセージ数に上限がありません。`,
      claim: 'このフォームの所有者になる',
      isYours: 'これはご自身のフォームですか？',
      nowBelongs: (mailbox) => `このフォームの所有者は \`${mailbox}\` になりました`,
      belongs: (mailbox) => `このフォームの所有者は \`${mailbox}\` です`,
      receivedSoFar: (digits) => `これまでに受信したメッセージ：${digits} 件`,
      untilConfirmed: () => 'それまで、メール内のリンクは無効のままです。',
      receives: (mailbox) => `ウェブフォームのメッセージが \`${mailbox}\` に届くようになっています。`,
      emailsBefore: 'メッセージはこれからもすべてメールで届きます。',
      emailsAfter: 'メッセージはこれからもすべてメールで届きます。',
      createdForYou: (mailbox) => `あなたのメールアドレス \`${mailbox}\` を使ってフォームが作成されました。`,
      retired: 'フォームは無効になり、使えなくなります。',
      alreadyRetired:
        'このフォームはメッセージを受け付けず、メールも送信しません。ほかに必要な操作はありません。',
      ifStopped: 'フォームは引き続き使え、メッセージもすべて保存されますが、メールでは届かなくなります。',
      stopped:
        'メッセージは保存されますが、メールでは届きません。これから届くメッセージが、後からメールで届くこともありません。',
      restarted: '今後、メッセージは再びすべてメールで届きます。',
    },
    telemetry: {
      amount: (digits) => `イベント ${digits} 件`,
      unlimited: (plan) => `${plan} プランでは、イベント数に上限がありません。`,
      claim: 'このエンドポイントの所有者になる',
      isYours: 'これはご自身のエンドポイントですか？',
      nowBelongs: (mailbox) => `このエンドポイントの所有者は \`${mailbox}\` になりました`,
      belongs: (mailbox) => `このエンドポイントの所有者は \`${mailbox}\` です`,
      receivedSoFar: (digits) => `これまでに受信したイベント：${digits} 件`,
      untilConfirmed: (amount) => `クリックするまでは、合計で${amount}までしか受け付けません。`,
      receives: (mailbox) =>
        `\`${mailbox}\` 宛てに作成されたエンドポイントに、プログラムがイベントを送信しています。`,
      emailsBefore: EVENTS_ARE_SEEN,
      emailsAfter: EVENTS_ARE_SEEN,
      createdForYou: (mailbox) =>
        `あなたのメールアドレス \`${mailbox}\` を使ってテレメトリーのエンドポイントが作成されました。`,
      retired: 'エンドポイントは無効になり、イベントを受け付けなくなります。',
      alreadyRetired:
        'このエンドポイントはイベントを受け付けず、メールも送信しません。ほかに必要な操作はありません。',
      ifStopped:
        'エンドポイントは引き続きイベントを受け付けます。上限の通知など、エンドポイントについてのメールだけが届かなくなります。',
      stopped: 'イベントは引き続き保存されますが、このエンドポイントについてのメールは届きません。',
      restarted: '今後、このエンドポイントについてのメールが再び届きます。',
    },
    queue: {
      amount: (digits) => `メッセージ ${digits} 件`,
      unlimited: (plan) => `${plan} プランでは、メッセージ数に上限がありません。`,
      claim: 'このキューの所有者になる',
      isYours: 'これはご自身のキューですか？',
      nowBelongs: (mailbox) => `このキューの所有者は \`${mailbox}\` になりました`,
      belongs: (mailbox) => `このキューの所有者は \`${mailbox}\` です`,
      receivedSoFar: (digits) => `これまでに受信したメッセージ：${digits} 件`,
      untilConfirmed: (amount) => `クリックするまでは、合計で${amount}までしか受け付けません。`,
      receives: (mailbox) =>
        `\`${mailbox}\` 宛てに作成されたキューに、プログラムがメッセージを送信しています。`,
      emailsBefore: MESSAGES_ARE_SEEN,
      emailsAfter: MESSAGES_ARE_SEEN,
      createdForYou: (mailbox) =>
        `あなたのメールアドレス \`${mailbox}\` を使ってメッセージキューが作成されました。`,
      retired: 'キューは無効になり、メッセージを受け付けなくなります。',
      alreadyRetired:
        'このキューはメッセージを受け付けず、メールも送信しません。ほかに必要な操作はありません。',
      ifStopped:
        'キューは引き続きメッセージを受け付けます。上限の通知など、キューについてのメールだけが届かなくなります。',
      stopped: 'メッセージは引き続き保存されますが、このキューについてのメールは届きません。',
      restarted: '今後、このキューについてのメールが再び届きます。',
    },
  },
  claim: {
    instruction: 'ボタンを押すと、あなたが所有者になります。パスワードは不要です。',
    doneTitle: '所有者の登録が完了しました',
    changes: '次の点が変わります。',
    alreadyClaimed:
      '所有者の登録はすでに完了しているため、リンクをもう一度開いても何も変わりません。現在の内容は次のとおりです。',
    capEnds: (amount) => `合計で${amount}までという上限がなくなります。`,
    capEnded: (amount) => `合計で${amount}までという上限がなくなりました。`,
    quota: (plan, amount) => `${plan} プランでは、毎月${amount}まで利用できます。`,
    monthly: (amount, cap) => `合計 ${cap} 件までではなく、毎月${amount}まで利用できるようになりました。`,
    neverExpires: '有効期限がなくなります。',
    oneClickLeft:
      'あとワンクリックで完了です。ご自身のものであることを確認してください。メールソフトがリンクを自動的に開くことがあるため、お伺いしています。',
    emailsHeld: (digits) => `クリックを待っているメール：${digits} 通`,
    name: 'このフォームの名前',
    open: 'ダッシュボードを開く',
    openInbox: '受信トレイを開く',
    confirmInbox: 'はい。受信トレイを開く',
    confirmOpen: 'はい、自分のものです',
    decline: '心当たりがありません',
  },
  decline: {
    askTitle: '心当たりがありませんか？',
    effects: `心当たりがない場合は、ボタンを押してください。次の 3 つが行われます。${UNDO_DECLINE_HOURS} 時間以内であれば、このページで取り消せます。`,
    deleted: `これまでに届いた内容は、${UNDO_DECLINE_HOURS} 時間後にすべて削除されます。`,
    suppressed:
      'あなたのメールアドレスはブロックされます。今後、あなたとしてログインせずにこのアドレスで新しく作成することはできず、所有者が登録されていないものからメールは届きません。',
    othersClaimed: '次のものはあなたが所有しています。引き続き動作し、メールも届きます。',
    othersUnclaimed:
      '次のものは所有者が登録されていません。アドレスがブロックされている間、メールは届きません。',
    button: '無効にしてアドレスをブロックする',
    ifYours: 'ご自身で作成した場合は、このページを閉じてください。何も変更されていません。',
    doneTitle: '無効になりました',
    done: (mailbox) =>
      `今後、ログインせずに \`${mailbox}\` で新しく作成することはできず、所有者が登録されていないものからメールは届きません。`,
    undoUntil: (time) =>
      `${time} まで、このページで取り消せます。その後、届いた内容はすべて完全に削除されます。`,
    undo: '取り消す',
    nothingElse: 'ほかに必要な操作はありません。すでに送信済みのメールが届くことがあります。',
    restoredTitle: '取り消しました',
    restored:
      '以前のとおりに動作し、何も削除されていません。この操作によるアドレスのブロックは解除されました。',
    alreadyTitle: 'すでに無効になっています',
    final: `無効にしてから ${UNDO_DECLINE_HOURS} 時間を過ぎたため、取り消せません。届いた内容はすべて削除されています。`,
    tooLateTitle: 'このリンクでは無効にできなくなりました',
    tooLate: `所有者の登録から ${DECLINE_DAYS_AFTER_CLAIM} 日を過ぎているため、古いメールからは削除できません。`,
    tooLateAdvice:
      'メールを停止するには、メールソフトの「登録解除」か、ダッシュボードの設定をお使いください。',
  },
  emails: {
    askTitle: 'このメールを停止しますか？',
    canRestart: 'メールはいつでもこのページで再開できます。',
    stop: 'メールを停止する',
    stoppedTitle: 'メールを停止しました',
    start: 'メールを再開する',
    startedTitle: 'メールを再開しました',
  },
  digest: {
    askTitle: '週 1 回の迷惑メールのお知らせを停止しますか？',
    stoppedTitle: '週 1 回の迷惑メールのお知らせは停止中です',
    startedTitle: '週 1 回の迷惑メールのお知らせを再開しました',
    ifStopped:
      '迷惑メールフォルダーに関する週 1 回のメールは届かなくなります。ほかのメールはこれまでどおり届きます。',
    stopped:
      '迷惑メールフォルダーに関する週 1 回のメールは届きません。ときどきご自身でフォルダーをご確認ください。',
    restarted: '迷惑メールフォルダーに未確認のものがあるとき、多くても週に 1 回、再びメールが届きます。',
  },
  deadLinks: {
    unknown: {
      title: 'このリンクは使えません',
      why: 'リンクが不完全か、間違っています。メールソフトで途中までになっている可能性があります。',
      what: 'メールにあるリンク全体をコピーして、ブラウザーのアドレスバーに貼り付けてください。',
    },
    expired: {
      title: '有効期限が切れました',
      why: `所有者が登録されず、${IDLE_DAYS} 日間何も届きませんでした。元に戻すことはできません。`,
      what: CREATE_NEW,
    },
    retired: {
      title: '無効になりました',
      why: `何も受け付けず、メールも送信しません。「心当たりがありません」で無効にした場合は、${UNDO_DECLINE_HOURS} 時間以内であれば同じリンクから取り消せます。`,
      what: CREATE_NEW,
    },
  },
}
