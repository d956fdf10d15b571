import { DECLINE_DAYS_AFTER_CLAIM } from '../../../../domain/endpoints/decline.ts'
import { IDLE_DAYS } from '../../../../domain/endpoints/endpoint.ts'
import type { LinkWords } from '../link-words.ts'

const EVENTS_ARE_SEEN = '事件不会通过邮件发送，您可以在控制台中查看。'
const MESSAGES_ARE_SEEN = '消息不会通过邮件发送，由程序处理，您可以在控制台中查看。'
const CREATE_NEW = '如需继续，请创建新的地址并改用它。'

export const links: LinkWords = {
  kinds: {
    form: {
      amount: (digits) => `${digits} 次提交`,
      unlimited: (plan) => `${plan} 套餐不限提交次数。`,
      receives: (mailbox) => `一个网页表单正将提交内容发送到 \`${mailbox}\`。`,
      emailsBefore: '邮件会像现在一样继续送达。',
      emailsAfter: '每次提交仍会通过邮件发送给您。',
      createdForYou: (mailbox) => `有人创建了一个表单地址，并将您的邮箱 \`${mailbox}\` 设为收件人。`,
      retired: '地址将停用，其表单不再可用。',
      alreadyRetired: '它不再接受提交，也不再发送邮件。无需其他操作。',
      ifStopped: '表单会继续工作，每次提交都会保存，但不再通过邮件发送给您。',
      stopped: '提交会保存，但不会通过邮件发送。现在收到的提交以后也不会补发。',
      restarted: '从现在起，每次提交都会通过邮件发送给您。',
    },
    telemetry: {
      amount: (digits) => `${digits} 个事件`,
      unlimited: (plan) => `${plan} 套餐不限事件数量。`,
      receives: (mailbox) => `一个程序正向为 \`${mailbox}\` 创建的地址发送事件。`,
      emailsBefore: EVENTS_ARE_SEEN,
      emailsAfter: EVENTS_ARE_SEEN,
      createdForYou: (mailbox) => `有人创建了一个遥测地址，并将您的邮箱 \`${mailbox}\` 设为收件人。`,
      retired: '地址将停用，任何程序都无法再向它发送事件。',
      alreadyRetired: '它不再接受事件，也不再发送邮件。无需其他操作。',
      ifStopped: '它会继续接受事件，但有关它的邮件（例如额度即将用完的提醒）不再发送。',
      stopped: '事件会照常保存，您不会再收到有关此地址的邮件。',
      restarted: '从现在起，您会重新收到有关此地址的邮件。',
    },
    queue: {
      amount: (digits) => `${digits} 条消息`,
      unlimited: (plan) => `${plan} 套餐不限消息数量。`,
      receives: (mailbox) => `一个程序正将消息放入为 \`${mailbox}\` 创建的队列。`,
      emailsBefore: MESSAGES_ARE_SEEN,
      emailsAfter: MESSAGES_ARE_SEEN,
      createdForYou: (mailbox) => `有人创建了一个消息队列，并将您的邮箱 \`${mailbox}\` 设为收件人。`,
      retired: '队列将停用，任何程序都无法再放入消息。',
      alreadyRetired: '它不再接受消息，也不再发送邮件。无需其他操作。',
      ifStopped: '它会继续接受消息，但有关它的邮件（例如额度即将用完的提醒）不再发送。',
      stopped: '消息会照常保存，您不会再收到有关此队列的邮件。',
      restarted: '从现在起，您会重新收到有关此队列的邮件。',
    },
  },
  claim: {
    title: '认领此地址',
    instruction: '点击按钮即可认领此地址。',
    doneTitle: '此地址已被认领',
    nowBelongs: (mailbox) => `此地址现在归 \`${mailbox}\` 所有`,
    belongs: (mailbox) => `此地址归 \`${mailbox}\` 所有`,
    changes: '无需设置密码，也无需填写任何内容。变化如下：',
    alreadyClaimed: '此地址之前已被认领，再次打开链接不会有任何变化。认领后的情况如下：',
    capEnds: (amount) => `${amount}的上限将取消。`,
    capEnded: (amount) => `${amount}的上限已取消。`,
    quota: (plan, amount) => `${plan} 套餐每月接受 ${amount}。`,
    neverExpires: '即使一段时间没有收到任何内容，也不会失效。',
    open: '打开控制台',
    decline: '不是我',
    declineEffect:
      '“不是我”会停用此地址并删除其中的内容，并屏蔽此邮箱：任何人都无法再为它创建地址。此操作无法撤销。',
  },
  decline: {
    askTitle: '不是您要求的吗？',
    effects: '如果不是您，请点击按钮。它会执行以下三项操作，均无法撤销：',
    deleted: '发送到这里的所有内容都会被删除。',
    suppressed: '您的邮箱会被屏蔽：任何人都无法再为它创建地址，我们也不会再就此给您发送邮件。',
    button: '停用并且不再发送邮件',
    ifYours: '如果是您的，请关闭此页面。没有任何变化。',
    doneTitle: '已完成，我们不会再给您发送邮件',
    done: (mailbox) => `地址已停用，其中的内容已删除。任何人都无法再为 \`${mailbox}\` 创建地址。`,
    nothingElse: '无需其他操作。已在途中的邮件可能仍会送达。',
    alreadyTitle: '此地址已停用',
    tooLateTitle: '此链接不能再停用该地址',
    tooLate: `该地址被认领已超过 ${DECLINE_DAYS_AFTER_CLAIM} 天，旧邮件不应能删除其中的内容。`,
    tooLateAdvice: '如需停止接收邮件，请使用较新邮件末尾的链接。',
  },
  emails: {
    askTitle: '要停止接收此地址的邮件吗？',
    canRestart: '您可以在此页面重新开启。',
    stop: '停止邮件',
    stoppedTitle: '邮件已停止',
    start: '重新开启邮件',
    startedTitle: '邮件已重新开启',
  },
  deadLinks: {
    unknown: {
      title: '此链接无效',
      why: '这里没有与它对应的内容。链接可能被邮件程序截断了。',
      what: '请将邮件中的链接从头到尾完整复制到浏览器的地址栏。',
    },
    expired: {
      title: '此链接已随其地址一同失效',
      why: `此地址一直无人认领，并且连续 ${IDLE_DAYS} 天没有收到任何内容，因此已失效。此操作无法撤销。`,
      what: CREATE_NEW,
    },
    retired: {
      title: '此链接已随其地址一同失效',
      why: '此地址已停用：不再接受任何内容，也不再发送邮件。此操作无法撤销。',
      what: CREATE_NEW,
    },
  },
}
