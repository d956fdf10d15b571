import type { ReceiptWords } from '../receipt-words.ts'

export const receipt: ReceiptWords = {
  stored: '已保存',
  handOver: {
    handed_over: '已通过邮件发送给收件人',
    saved: '已为收件人保存',
    on_its_way: '正在投递',
    delayed: '有延迟：邮件暂时未能发出。我们会继续尝试。',
    awaiting_confirmation: '等待收件人确认此表单',
    stopped: '没有向收件人发送邮件。您的留言仍然保存着。',
  },
  answer: { title: '您收到了回复', none: '请将本页加入书签：回复可能会显示在这里。' },
  privacy: '拥有此链接的人都可以打开本页。本页不显示您写的内容。',
  follow: '查看留言状态',
  withdraw: {
    title: '撤回此留言',
    effect: '您的留言将被永久删除。收件人只会看到它已被撤回。',
    handedOver: '留言已经通过邮件发送，收件人已收到的内容无法收回。',
    saved: '收件人可能已经读过此留言。',
    until: (time) => `可在 \`${time}\` 之前撤回。`,
    button: '删除我的留言',
  },
  withdrawn: {
    title: '留言已撤回',
    text: '您的留言已被删除。',
    handedOver: '留言此前已通过邮件发送，收件人已收到的内容无法收回。',
    saved: '收件人此前可能已经读过此留言。',
  },
  tooLate: '此留言已无法撤回：只能在一小时之内撤回。请直接联系收件人。',
  gone: { title: '此页面已不存在', text: '相关留言已被删除，或者本页网址不完整。' },
}
