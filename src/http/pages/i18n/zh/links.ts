import { DECLINE_DAYS_AFTER_CLAIM } from '../../../../domain/endpoints/decline.ts'
import { IDLE_DAYS } from '../../../../domain/endpoints/endpoint.ts'
import type { LinkWords } from '../link-words.ts'

const EVENTS_ARE_SEEN = '事件不会通过邮件发送，您可以在控制台中查看。'
const MESSAGES_ARE_SEEN = '消息不会通过邮件发送，而是由您的程序处理，您可以在控制台中查看。'
const CREATE_NEW = '如需继续，请创建新的表单、端点或队列，并改用新的 URL。'

export const links: LinkWords = {
  kinds: {
    form: {
      amount: (digits) => `${digits} 次提交`,
      unlimited: (plan) => `${plan} 套餐不限提交次数。`,
      claim: '认领此表单',
      nowBelongs: (mailbox) => `此表单现在归 \`${mailbox}\` 所有`,
      belongs: (mailbox) => `此表单归 \`${mailbox}\` 所有`,
      declineEffect:
        '点击“不是我本人”会停用此表单、删除其中的所有内容并屏蔽您的邮箱：今后无法再用此邮箱创建任何内容。此操作无法撤销。',
      receives: (mailbox) => `一个网页表单会将提交内容发送到 \`${mailbox}\`。`,
      emailsBefore: '您仍会通过邮件收到每次提交的内容。',
      emailsAfter: '您仍会通过邮件收到每次提交的内容。',
      createdForYou: (mailbox) => `有人使用您的邮箱 \`${mailbox}\` 创建了一个表单。`,
      retired: '表单将停用，无法再使用。',
      alreadyRetired: '它不再接受提交，也不再发送邮件。您无需进行其他操作。',
      ifStopped: '表单会继续工作，每次提交都会保存，但不会通过邮件发送给您。',
      stopped: '提交内容会保存，但不会通过邮件发送。从现在起收到的提交，以后也不会补发邮件。',
      restarted: '从现在起，每次提交都会通过邮件发送给您。',
    },
    telemetry: {
      amount: (digits) => `${digits} 个事件`,
      unlimited: (plan) => `${plan} 套餐不限事件数量。`,
      claim: '认领此端点',
      nowBelongs: (mailbox) => `此端点现在归 \`${mailbox}\` 所有`,
      belongs: (mailbox) => `此端点归 \`${mailbox}\` 所有`,
      declineEffect:
        '点击“不是我本人”会停用此端点、删除其中的所有内容并屏蔽您的邮箱：今后无法再用此邮箱创建任何内容。此操作无法撤销。',
      receives: (mailbox) => `一个程序会向为 \`${mailbox}\` 创建的端点发送事件。`,
      emailsBefore: EVENTS_ARE_SEEN,
      emailsAfter: EVENTS_ARE_SEEN,
      createdForYou: (mailbox) => `有人使用您的邮箱 \`${mailbox}\` 创建了一个遥测端点。`,
      retired: '端点将停用，不再接受事件。',
      alreadyRetired: '它不再接受事件，也不再发送邮件。您无需进行其他操作。',
      ifStopped: '端点会继续接受事件，您只是不会再收到有关它的邮件，例如额度提醒。',
      stopped: '事件仍会保存，但您不会收到有关此端点的邮件。',
      restarted: '从现在起，您会重新收到有关此端点的邮件。',
    },
    queue: {
      amount: (digits) => `${digits} 条消息`,
      unlimited: (plan) => `${plan} 套餐不限消息数量。`,
      claim: '认领此队列',
      nowBelongs: (mailbox) => `此队列现在归 \`${mailbox}\` 所有`,
      belongs: (mailbox) => `此队列归 \`${mailbox}\` 所有`,
      declineEffect:
        '点击“不是我本人”会停用此队列、删除其中的所有内容并屏蔽您的邮箱：今后无法再用此邮箱创建任何内容。此操作无法撤销。',
      receives: (mailbox) => `一个程序会向为 \`${mailbox}\` 创建的队列发布消息。`,
      emailsBefore: MESSAGES_ARE_SEEN,
      emailsAfter: MESSAGES_ARE_SEEN,
      createdForYou: (mailbox) => `有人使用您的邮箱 \`${mailbox}\` 创建了一个消息队列。`,
      retired: '队列将停用，不再接受消息。',
      alreadyRetired: '它不再接受消息，也不再发送邮件。您无需进行其他操作。',
      ifStopped: '队列会继续接受消息，您只是不会再收到有关它的邮件，例如额度提醒。',
      stopped: '消息仍会保存，但您不会收到有关此队列的邮件。',
      restarted: '从现在起，您会重新收到有关此队列的邮件。',
    },
  },
  claim: {
    instruction: '点击按钮即可认领，无需密码。',
    doneTitle: '认领成功',
    changes: '从现在起有以下变化：',
    alreadyClaimed: '之前已经认领过，再次打开链接不会有任何变化。目前的情况如下：',
    capEnds: (amount) => `总共 ${amount}的上限将取消。`,
    capEnded: (amount) => `总共 ${amount}的上限已取消。`,
    quota: (plan, amount) => `${plan} 套餐每月包含 ${amount}。`,
    neverExpires: '不会再过期。',
    open: '打开控制台',
    decline: '不是我本人',
  },
  decline: {
    askTitle: '不是您本人？',
    effects: '如果不是您本人，请点击按钮。系统会执行以下三项操作，均无法撤销：',
    deleted: '已收到的所有内容都会被删除。',
    suppressed: '您的邮箱会被屏蔽：今后无法再用它创建任何内容，您也不会再收到相关邮件。',
    button: '停用并屏蔽我的邮箱',
    ifYours: '如果是您本人创建的，请关闭此页面。目前没有任何更改。',
    doneTitle: '已完成，我们不会再给您发送邮件',
    done: (mailbox) => `已停用，其中的所有内容均已删除。今后无法再用 \`${mailbox}\` 创建任何内容。`,
    nothingElse: '您无需进行其他操作。已经发出的邮件可能仍会送达。',
    alreadyTitle: '早已停用',
    tooLateTitle: '此链接已不能用于停用',
    tooLate: `认领已超过 ${DECLINE_DAYS_AFTER_CLAIM} 天，因此无法通过旧邮件删除内容。`,
    tooLateAdvice: '如需停止接收邮件，请使用较新邮件末尾的链接。',
  },
  emails: {
    askTitle: '要停止接收这些邮件吗？',
    canRestart: '您可以随时在此重新开启邮件。',
    stop: '停止接收邮件',
    stoppedTitle: '邮件已关闭',
    start: '重新开启邮件',
    startedTitle: '邮件已重新开启',
  },
  deadLinks: {
    unknown: {
      title: '此链接无效',
      why: '链接不完整或有误，可能被您的邮件程序截断了。',
      what: '请将邮件中的完整链接复制到浏览器的地址栏。',
    },
    expired: {
      title: '已过期',
      why: `一直无人认领，并且连续 ${IDLE_DAYS} 天没有收到任何内容。此状态无法恢复。`,
      what: CREATE_NEW,
    },
    retired: {
      title: '已停用',
      why: '不再接受任何内容，也不再发送邮件。此状态无法恢复。',
      what: CREATE_NEW,
    },
  },
}
