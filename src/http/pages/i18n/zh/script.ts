import type { ScriptWords } from '../script-words.ts'

export const script: ScriptWords = {
  success: '谢谢！您的留言已发送。',
  receipt: '查看留言状态',
  offline: '您已离线。',
  kept: '您的留言已保存在此浏览器中，连接恢复后将自动发送。清除浏览器数据会将其删除。',
  failed: '您的留言未能发送。请检查网络连接，然后重试。',
  expired: '您的留言未能在 24 小时内发送。请检查内容，然后重新发送。',
}
