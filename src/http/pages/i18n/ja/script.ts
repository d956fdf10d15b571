import type { ScriptWords } from '../script-words.ts'

export const script: ScriptWords = {
  success: 'ありがとうございます。メッセージを送信しました。',
  receipt: 'メッセージの状況を見る',
  offline: 'オフラインです。',
  kept: 'メッセージはこのブラウザーに保存されており、接続が戻ると送信されます。ブラウザーのデータを消去すると削除されます。',
  failed: 'メッセージを送信できませんでした。接続を確認して、もう一度お試しください。',
  expired: 'メッセージを 24 時間以内に送信できませんでした。内容を確認して、もう一度送信してください。',
}
