import type { NoticeWords } from '../notice-words.ts'
import type { SubmissionWords } from '../submission-words.ts'

export const submission: SubmissionWords = {
  firstMessage: 'フォームに最初のメッセージが届きました',
  previewOfFirst:
    'このアドレスにメッセージを送るフォームが作成され、最初のメッセージが届きました（下に表示しています）。',
  previewOfNext: 'このアドレスを使うフォームからメッセージが送信されました。',
  introduction: 'ご自身のフォームなら、所有者になれます。パスワードは不要です。',
  newMessage: (form) => `${form} に新しいメッセージ`,
  newMessageBy: (sender, form) => `${sender} さんから新しいメッセージ · ${form}`,
  newMessageFromYours: 'フォームに新しいメッセージが届きました',
  newMessageFromTheirs: 'フォームから新しいメッセージが届きました',
  warning: 'フォームの訪問者が送信した内容です。送信者は確認されていないため、リンクは無効にしています。',
  unconfirmed:
    'このフォームの所有者は、リンクが開かれたときに登録されました。リンクはメールソフトが自動で開くこともあります。ワンクリックで確認するまで、届くメールの数には上限があり、メール内のリンクは無効です。',
  limits: ({ cap, used, days }) =>
    `所有者になるまで、このフォームが受け付けるメッセージは ${cap} 件まで（現在 ${used} 件）で、${days} 日間メッセージがないと期限切れになります。`,
  capReached: ({ cap, days }) =>
    `このフォームは上限の ${cap} 件に達しました。所有者になるまで新しいメッセージは受け付けず、最後のメッセージから ${days} 日で期限切れになります。`,
  replyTo: (address) => `このメールに返信すると ${address} に届きます。`,
  claimToReply:
    '返信するには、フォームの所有者になってください。それまでは、このメールへの返信は送信者に届きません。',
  confirmToReply: '返信するには、確認してください。それまでは、このメールへの返信は送信者に届きません。',
  expired: (days) =>
    `このフォームは期限切れです。所有者がいないまま、${days} 日間メッセージがありませんでした。今後メッセージは受け付けず、所有者になることもできません。`,
  retired: 'このフォームは無効になりました。今後メッセージは受け付けません。',
  onlyHidden: 'このメッセージには非表示の項目（名前が _ で始まるもの）しかなく、メールには記載されません。',
  shortened: (missing) => `このメールは短縮されています（省略：${missing}）。`,
  characters: (digits) => `${digits} 文字`,
  fields: (digits) => `${digits} 項目`,
  fullInDashboard: 'メッセージの全文はダッシュボードで読めます。',
  fullAtOwner: 'メッセージの全文はフォームの所有者が読めます。',
  fullAfterClaim: 'フォームの所有者になると、ダッシュボードで全文を読めます。',
  valueShortened: (missing) => `[… ${missing}を省略]`,
  nameless: '（名前なし）',
  leftEmpty: '未入力',
  claim: 'このフォームの所有者になる',
  confirm: '自分のフォームだと確認する',
  openInDashboard: 'ダッシュボードで開く',
  emailSettings: 'メールの設定',
  added:
    'このメールは、フォームの所有者があなたのアドレスを追加し、あなたが確認したために届いています。停止するには、メールソフトで配信を停止するか、アドレスを確認したときのメールのリンクをお使いください。',
  received: (time) => `受信日時：${time}`,
  endpoint: (id) => `エンドポイント ${id}`,
  submission: (id) => `メッセージ ${id}`,
}

export const notice: NoticeWords = {
  decline: '心当たりがありません',
  sentBy: (service, base) => `送信元：${service}、${base}`,
  viewUsage: '使用状況を見る',
  signIn: {
    subject: (service) => `${service} にログイン`,
    opening: (base) => `${base} へのログイン用リンクです。`,
    button: 'ログイン',
    notYou:
      '心当たりがない場合は、このメールを無視してください。このメールがなければ誰もログインできません。コードは決して他人に教えないでください。',
    preview: (minutes) => `1 回だけ、${minutes} 分間使えるリンクとコードです。`,
    codeLabel: 'または、元のブラウザーでこのコードを入力してください。',
    requested: ({ time, device, minutes }) =>
      `リクエスト日時：${time}${device === '' ? '' : `（${device}）`}。リンクとコードは 1 回だけ、${minutes} 分間有効です。`,
  },
  confirm: {
    subject: (service) => `${service} での本人確認`,
    heading: 'ご本人であることを確認してください',
    opening: (base) =>
      `${base} のあなたのアカウントにログインしている人が、取り消せない操作をしようとしています。ご本人なら確認してください。`,
    button: 'はい、本人です',
    notYou: (signInUrl) =>
      `ご本人でない場合は、ほかの人があなたのアカウントにログインしたブラウザーを使っています。${signInUrl} でログインし、すべてのセッションを終了してください。コードは決して他人に教えないでください。`,
  },
  claim: {
    firstUse: ({ id, time }) => `エンドポイント ${id}（最初の使用：${time}）。`,
    firstEvent: '最初のイベントの名前：',
    kinds: {
      telemetry: {
        heading: 'テレメトリーのエンドポイントに最初のイベントが届きました',
        preview: 'このメールアドレスでテレメトリーのエンドポイントが作成されました。',
        opening: 'ご自身のものなら、所有者になり、イベントを見られます。パスワードは不要です。',
        button: 'このエンドポイントの所有者になる',
        limits: ({ cap, days }) =>
          `所有者になるまで、受け付けるイベントは ${cap} 件までで、${days} 日間イベントがないと期限切れになります。`,
      },
      queue: {
        heading: 'メッセージキューに最初のメッセージが届きました',
        preview: 'このメールアドレスでメッセージキューが作成されました。',
        opening: 'ご自身のものなら、所有者になり、メッセージを見られます。パスワードは不要です。',
        button: 'このキューの所有者になる',
        limits: ({ cap, days }) =>
          `所有者になるまで、受け付けるメッセージは ${cap} 件までで、${days} 日間メッセージがないと期限切れになります。`,
      },
    },
  },
  destination: {
    heading: 'このフォームのメッセージを受け取りますか？',
    preview: '確認しない限り、何も届きません。',
    opening: (base) =>
      `${base} のフォームの所有者が、メッセージをあなたのアドレスにも送信しようとしています。確認しない限り、何も届きません。`,
    form: ({ id, owner }) => `フォームの ID：${id}。所有者（アドレスの一部は非表示）：${owner}`,
    button: '内容を見て確認する',
    note: '何もしなければ、メッセージは届きません。リンクは、所有者があなたのアドレスを削除するまで有効です。',
    stop: '今後は確認しない',
  },
  stopped: {
    heading: (name) => `${name} のメールは停止中です`,
    preview: 'いつでも再開できます。',
    opening: ({ id, base }) => `${base} の ${id} に関するメールで、配信停止のリンクが使われました。`,
    continues: {
      form: 'メッセージは引き続き保存され、ダッシュボードで読めます。メールでは届きません。',
      telemetry: 'イベントは引き続き保存されます。このエンドポイントに関するメールだけが届かなくなります。',
      queue: 'メッセージは引き続き保存されます。このキューに関するメールだけが届かなくなります。',
    },
    noLongerSent: 'このフォームのメッセージは、あなたのアドレスには送信されなくなりました。',
    ifYou: 'ご自身で停止した場合は、何もする必要はありません。',
    button: 'メールを再開する',
    note: 'このメールは、リンクでメールが停止されたときに、1 日に 1 回まで送信されます。',
  },
  health: {
    heading: (name) => `${name} をご確認ください`,
    preview: 'このフォームに問題があります。',
    opening: ({ id, base }) => `${base} のフォーム ${id} に問題があります。`,
    findings: {
      field_missing:
        'ほぼすべてのメッセージにあったフィールドが送られなくなりました。意図して削除した場合は、何もする必要はありません。',
      wrong_origin:
        'ページが許可されたオリジンの一覧にないため、すべてのメッセージが拒否されています。ご自身のページであれば、フォームの設定にそのオリジンを追加してください。',
      sent_by_get:
        'フォームが GET で送られており、その内容は保存されません。フォームの送信方法を POST に変更してください。',
      repeats_in_spam:
        '同じ送信者が同じ文章を以前にも送ったという理由だけで、迷惑メールフォルダーに入ったメッセージがあります。本物であれば、そのうちの 1 件を「迷惑メールではない」に設定してください。その文章の繰り返しは数えられなくなります。',
    },
    field: 'フィールド',
    lastSent: '最後に送られた日時',
    missing: 'それ以降、これがないメッセージ',
    before: 'それまで、これがあったメッセージ',
    since: '開始日時',
    refused: 'これまでの拒否数',
    inSpam: '迷惑メールフォルダー内',
    button: 'フォームを開く',
    note: 'このメールは問題ごとに 1 回送信されます。フォームが 1 週間正常に動いた後に再び問題が起きたときだけ、もう一度送信されます。',
  },
  quota: {
    kinds: {
      form: {
        amount: (digits) => `メッセージ ${digits} 件`,
        refused:
          '新しいメッセージは拒否されています。訪問者には今月の上限に達したことが表示され、メッセージは保存されません。',
      },
      telemetry: {
        amount: (digits) => `テレメトリーイベント ${digits} 件`,
        refused: '新しいイベントは拒否され、保存されません。送信するプログラムにはエラーが返ります。',
      },
      queue: {
        amount: (digits) => `キューのメッセージ ${digits} 件`,
        refused:
          '新しいメッセージは拒否され、保存されません。すでにキューにあるメッセージは通常どおり取り出せます。',
      },
    },
    reached: (name, amount) => `${name} は今月の上限（${amount}）に達しました`,
    reachedByYou: (amount) => `今月の上限（${amount}）に達しました`,
    used: ({ name, percent, amount }) => `${name} は今月、${amount}の ${percent}% を使用しました`,
    usedByYou: ({ percent, amount }) => `今月、${amount}の ${percent}% を使用しました`,
    previewReached: (time) => `${time} まで、新しいものは受け付けません。`,
    previewUsed: (time) => `上限は ${time} にリセットされます。`,
    includesForForm: ({ amount, id, base }) =>
      `ご利用のプランでは、${base} のフォーム ${id} で毎月${amount}まで受け付けます。`,
    includesForAccount: ({ amount, base }) =>
      `ご利用のプランでは、${base} のアカウント全体で毎月${amount}まで受け付けます。`,
    thenRefused: '使い切ると、リセットされるまで新しいものは拒否されます。',
    resets: ({ time, base }) =>
      `上限は ${time} にリセットされます。${base} の運営者は、より大きなプランにすぐに変更できます。`,
    noteForForm: 'このメールは、フォームの使用量が月間上限の 80% と 100% に達したときに送信されます。',
    noteForAccount: 'このメールは、使用量が月間上限の 80% と 100% に達したときに送信されます。',
  },
  digest: {
    heading: (digits) => `迷惑メールフォルダーに ${digits} 件のメッセージがあります`,
    preview: '本物のメッセージが含まれていないか、ご確認ください。',
    opening:
      'フィルターが内容をもとに振り分けたもので、まだ確認されていません。本物のメッセージがあれば「迷惑メールではない」に設定してください。メールでお届けします。',
    messages: (digits) => `${digits} 件`,
    otherForms: (digits) => `その他のフォーム ${digits} 件`,
    newest: '新しいもの：',
    noText: '（テキストなし）',
    button: '迷惑メールフォルダーを開く',
    note: 'このメールは、フォルダーに未確認のものがある場合にのみ、多くても週に 1 回届きます。非表示の項目に入力したボットは含まれません。',
    stop: 'この週 1 回のメールを停止する',
  },
  plan: {
    newPlan: ({ service, plan }) => `${service} でのプランが ${plan} になりました`,
    newRetention: (service) => `${service} でのプランの保存期間が変わります`,
    moved: ({ base, plan }) => `${base} の運営者が、あなたのアカウントを ${plan} プランに変更しました。`,
    movedFrom: ({ base, before, plan }) =>
      `${base} の運営者が、あなたのアカウントを ${before} プランから ${plan} プランに変更しました。`,
    retentionChanged: ({ base, plan }) => `${base} の運営者が、${plan} プランの保存期間を変更しました。`,
    limitsApply: '新しい上限はすでに適用されています。',
    previewDeletes: (time) => `${time} から、古いデータが削除されます。`,
    deletes: ({ time, submissions, telemetry }) =>
      `${time} から、プランの保存期間（フォームのメッセージは ${submissions}、テレメトリーは ${telemetry}）を過ぎたデータを完全に削除します。それまでは、この変更によって削除されるデータはありません。残したいデータはエクスポートしてください。`,
    submissionsPerMonth: 'フォームごとの月間メッセージ数',
    queueMessagesPerMonth: 'キューの月間メッセージ数',
    telemetryEventsPerMonth: 'テレメトリーの月間イベント数',
    submissionRetention: 'フォームのメッセージの保存期間',
    telemetryRetention: 'テレメトリーの保存期間',
    destinations: 'フォームごとの追加の宛先',
    previously: (value) => `（以前は ${value}）`,
    unlimited: '無制限',
    days: (digits) => `${digits} 日`,
    exportData: 'データをエクスポート',
    reason: 'このメールは、エンドポイントの所有者の方にお送りしています。',
  },
}
