import type { NoticeWords } from '../notice-words.ts'
import type { SubmissionWords } from '../submission-words.ts'

export const submission: SubmissionWords = {
  firstMessage: '您的表单收到了第一条留言',
  previewOfFirst: '有人创建了一个会将留言发送到此邮箱的表单，第一条留言见下文。',
  previewOfNext: '有人通过使用此邮箱的表单发来了一条留言。',
  introduction: '如果这是您的表单，点击一下即可认领，无需密码。',
  newMessage: (form) => `${form} 收到新留言`,
  newMessageFromYours: '您的表单收到新留言',
  newMessageFromTheirs: '一个表单收到新留言',
  warning: '这是访客通过表单发送的内容。我们没有核实发送者，链接已停用。',
  unconfirmed:
    '此表单是在链接被打开时认领的，而邮件程序也会打开链接。在您点击确认之前，您只会收到有限数量的邮件，其中的链接会停用。',
  limits: ({ cap, used, days }) =>
    `在您认领之前，此表单最多接收 ${cap} 条留言（目前 ${used} 条），连续 ${days} 天没有留言即过期。`,
  capReached: ({ cap, days }) =>
    `此表单已达到 ${cap} 条留言的上限。在您认领之前不再接收新留言，并会在收到最后一条留言 ${days} 天后过期。`,
  replyTo: (address) => `回复此邮件即可写信给 ${address}。`,
  claimToReply: '认领后即可回复：在此之前，对此邮件的回复不会送达发送者。',
  confirmToReply: '确认后即可回复：在此之前，对此邮件的回复不会送达发送者。',
  expired: (days) =>
    `此表单已过期：无人认领，并且连续 ${days} 天没有收到任何内容。它不再接收留言，也无法再认领。`,
  retired: '此表单已停用，不再接收留言。',
  onlyHidden: '此留言只有隐藏字段（名称以 _ 开头），邮件中不包含这些字段。',
  shortened: (missing) => `此邮件已缩短，省略了 ${missing}。`,
  characters: (digits) => `${digits} 个字符`,
  fields: (digits) => `${digits} 个字段`,
  fullInDashboard: '完整留言可在控制台中查看。',
  fullAtOwner: '表单所有者可以查看完整留言。',
  fullAfterClaim: '认领表单后，即可在控制台中查看完整留言。',
  valueShortened: (missing) => `[… 省略 ${missing}]`,
  nameless: '（无名称）',
  empty: '（空）',
  claim: '认领此表单',
  confirm: '确认这是您的表单',
  openInDashboard: '在控制台中打开',
  emailSettings: '邮件设置',
  added:
    '您收到这些邮件，是因为表单所有者添加了您的邮箱，并且您已确认。如需停止接收，请在邮件程序中退订，或使用您确认邮箱时那封邮件中的链接。',
  received: (time) => `收到时间：${time}`,
  endpoint: (id) => `端点 ${id}`,
  submission: (id) => `留言 ${id}`,
}

export const notice: NoticeWords = {
  decline: '不是我本人',
  sentBy: (service, base) => `发送方：${service}，${base}`,
  viewUsage: '查看用量',
  signIn: {
    subject: (service) => `登录 ${service}`,
    opening: (base) => `这是您登录 ${base} 的链接。`,
    button: '登录',
    notYou: '不是您本人？请忽略此邮件：没有它，任何人都无法登录。切勿将验证码告诉他人。',
    preview: (minutes) => `链接和验证码仅可使用一次，${minutes} 分钟内有效。`,
    codeLabel: '或在您原来的浏览器中输入此验证码：',
    requested: ({ time, device, minutes }) =>
      `请求时间：${time}${device === '' ? '' : `（${device}）`}。链接和验证码仅可使用一次，${minutes} 分钟内有效。`,
  },
  confirm: {
    subject: (service) => `请在 ${service} 确认是您本人`,
    heading: '请确认是您本人',
    opening: (base) => `已登录您在 ${base} 的账户的人想要执行一项无法撤销的操作。如果是您本人，请确认。`,
    button: '是我本人',
    notYou: (signInUrl) =>
      `不是您本人？那么有其他人正在使用已登录您账户的浏览器。请在 ${signInUrl} 登录并结束所有会话。切勿将验证码告诉他人。`,
  },
  claim: {
    firstUse: ({ id, time }) => `端点 ${id}，首次使用时间：${time}。`,
    firstEvent: '第一个事件的名称：',
    kinds: {
      telemetry: {
        heading: '您的遥测端点收到了第一个事件',
        preview: '有人使用您的邮箱创建了一个遥测端点。',
        opening: '如果它属于您，点击一下即可认领并查看其事件，无需密码。',
        button: '认领此端点',
        limits: ({ cap, days }) => `在您认领之前，它最多接收 ${cap} 个事件，连续 ${days} 天没有事件即过期。`,
      },
      queue: {
        heading: '您的消息队列收到了第一条消息',
        preview: '有人使用您的邮箱创建了一个消息队列。',
        opening: '如果它属于您，点击一下即可认领并查看其消息，无需密码。',
        button: '认领此队列',
        limits: ({ cap, days }) => `在您认领之前，它最多接收 ${cap} 条消息，连续 ${days} 天没有消息即过期。`,
      },
    },
  },
  destination: {
    heading: '要接收此表单的留言吗？',
    preview: '除非您确认，否则不会向您发送任何内容。',
    opening: (base) =>
      `${base} 上一个表单的所有者希望将留言也发送到您的邮箱。除非您确认，否则不会向您发送任何内容。`,
    form: ({ id, owner }) => `表单 ID：${id}。所有者（地址部分隐藏）：${owner}`,
    button: '查看并确认',
    note: '如果您不采取任何操作，就不会收到留言。在所有者移除您的邮箱之前，此链接一直有效。',
    stop: '不再询问我',
  },
  stopped: {
    heading: (name) => `${name} 的邮件已关闭`,
    preview: '您可以随时重新开启。',
    opening: ({ id, base }) => `有人使用了 ${base} 上关于 ${id} 的邮件中的退订链接。`,
    continues: {
      form: '留言仍会保存，您可以在控制台中查看，但不会通过邮件发送给您。',
      telemetry: '事件仍会保存，只是您不会再收到关于此端点的邮件。',
      queue: '消息仍会保存，只是您不会再收到关于此队列的邮件。',
    },
    noLongerSent: '此表单不再将留言发送到您的邮箱。',
    ifYou: '如果是您本人操作，则无需再做什么。',
    button: '重新开启邮件',
    note: '通过链接关闭邮件时会发送此邮件，每天最多一次。',
  },
  quota: {
    kinds: {
      form: {
        amount: (digits) => `${digits} 条留言`,
        refused: '新留言会被拒绝。访客会看到表单已达到每月上限，他们的留言不会保存。',
      },
      telemetry: {
        amount: (digits) => `${digits} 个遥测事件`,
        refused: '新事件会被拒绝且不会保存。发送事件的程序会收到错误。',
      },
      queue: {
        amount: (digits) => `${digits} 条队列消息`,
        refused: '新消息会被拒绝且不会保存。已在队列中的消息仍可照常取出。',
      },
    },
    reached: (name, amount) => `${name} 本月已达到 ${amount}的上限`,
    reachedByYou: (amount) => `您本月已达到 ${amount}的上限`,
    used: ({ name, percent, amount }) => `${name} 本月已使用 ${amount}的 ${percent}%`,
    usedByYou: ({ percent, amount }) => `您本月已使用 ${amount}的 ${percent}%`,
    previewReached: (time) => `在 ${time} 之前不再接收新内容。`,
    previewUsed: (time) => `额度将于 ${time} 重置。`,
    includesForForm: ({ amount, id, base }) => `根据您的套餐，${base} 上的表单 ${id} 每月可接收 ${amount}。`,
    includesForAccount: ({ amount, base }) => `根据您的套餐，您在 ${base} 的整个账户每月可接收 ${amount}。`,
    thenRefused: '用完之后，新内容会被拒绝，直到额度重置。',
    resets: ({ time, base }) => `额度将于 ${time} 重置。${base} 的运营方可以立即为您换用更大的套餐。`,
    noteForForm: '当表单用量达到每月额度的 80% 和 100% 时，会发送此邮件。',
    noteForAccount: '当用量达到每月额度的 80% 和 100% 时，会发送此邮件。',
  },
  plan: {
    newPlan: ({ service, plan }) => `您在 ${service} 的套餐现为 ${plan}`,
    newRetention: (service) => `您在 ${service} 的套餐的保留期限即将变更`,
    moved: ({ base, plan }) => `${base} 的运营方已将您的账户换到 ${plan} 套餐。`,
    movedFrom: ({ base, before, plan }) => `${base} 的运营方已将您的账户从 ${before} 套餐换到 ${plan} 套餐。`,
    retentionChanged: ({ base, plan }) => `${base} 的运营方更改了 ${plan} 套餐的保留期限。`,
    limitsApply: '新的限额现已生效。',
    previewDeletes: (time) => `从 ${time} 起，较早的数据会被删除。`,
    deletes: ({ time, submissions, telemetry }) =>
      `从 ${time} 起，我们会永久删除超出您套餐保留期限的数据：表单留言保留 ${submissions}，遥测数据保留 ${telemetry}。在此之前，此变更不会删除任何内容。请导出您想保留的内容。`,
    submissionsPerMonth: '每个表单每月的留言数',
    queueMessagesPerMonth: '每月的队列消息数',
    telemetryEventsPerMonth: '每月的遥测事件数',
    submissionRetention: '表单留言保留期限',
    telemetryRetention: '遥测数据保留期限',
    destinations: '每个表单的额外收件人',
    previously: (value) => `（之前为 ${value}）`,
    unlimited: '不限',
    days: (digits) => `${digits} 天`,
    exportData: '导出您的数据',
    reason: '您收到此邮件，是因为您在这里拥有端点。',
  },
}
