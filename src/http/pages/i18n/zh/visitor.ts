import { MAX_CODE_TRIES, SIGN_IN_MINUTES } from '../../../../domain/accounts/sign-in.ts'
import { IDLE_DAYS } from '../../../../domain/endpoints/endpoint.ts'
import { UNCLAIMED_CAP } from '../../../../domain/endpoints/kinds/form.ts'
import { MAX_BODY_BYTES, MAX_FIELDS } from '../../../../domain/submissions/fields.ts'
import type { VisitorWords } from '../visitor-words.ts'

export const visitor: VisitorWords = {
  footer: 'Formslot 通过电子邮件转送网页表单中的留言。',
  thanks: {
    title: '谢谢',
    text: '您的留言已妥善收到，正在转送。',
    back: '返回原页面',
    close: '您现在可以关闭此页面。',
  },
  refusal: {
    empty: {
      title: '收到的表单是空的',
      text: '我们没有收到您填写的任何内容，因此没有可以转送的留言。',
      owner: '每个 input、select 和 textarea 都需要 `name` 属性：浏览器不会发送没有名称的字段。',
    },
    field: {
      title: '有一项内容无法接受',
      text: '请检查这一项，如果太长请缩短，然后重新发送表单。',
      owner: null,
    },
    tooManyFields: {
      title: '表单的字段太多',
      text: '表单发送的字段数超出了可接受的范围，您的留言没有保存。',
      owner: `每次提交最多可以包含 ${MAX_FIELDS} 个字段。`,
    },
    file: {
      title: '此表单不能发送文件',
      text: '请移除文件，然后重新发送表单。',
      owner: '此地址只接受文本字段：请从表单中移除 `<input type="file">`。',
    },
    tooLarge: {
      title: '留言太大',
      text: '请缩短内容，然后重新发送表单。',
      owner: `每次提交的总大小不能超过 ${MAX_BODY_BYTES / 1024} KiB。`,
    },
    unreadable: {
      title: '无法读取表单',
      text: '问题出在该网站发送表单的方式，与您填写的内容无关。您的留言没有保存。',
      owner:
        '请以 `application/x-www-form-urlencoded`、`multipart/form-data` 或单个 JSON 对象的形式发送字段。',
    },
    refused: {
      title: '表单未被接受',
      text: '问题出在该网站发送表单的方式，与您填写的内容无关。您的留言没有保存。',
      owner: null,
    },
    elsewhere: {
      title: '没有任何变化',
      text: '必须在本服务的页面上点击按钮。请直接打开该页面，并在那里点击。',
      owner: null,
    },
    inProgress: {
      title: '您的留言正在处理中',
      text: '留言被发送了多次，第一次发送仍在处理。',
      owner: null,
    },
    wait: {
      title: '请稍候',
      text: '您的网络在短时间内发送得太多，最后一条留言没有保存。',
      owner: null,
    },
    frozen: {
      title: '此表单已达到上限',
      text: '在网站所有者确认之前，它不再接受新的留言。您的留言没有保存，请通过其他方式联系对方。',
      owner: `此地址已收满 ${UNCLAIMED_CAP} 次提交。打开任意一封相关邮件中的确认链接，即可立即恢复。`,
    },
    monthlyQuota: {
      title: '此表单已达到本月上限',
      text: '您的留言没有保存。如果事情紧急，请通过其他方式联系对方。',
      owner: '套餐的每月额度已用完，将于每月 1 日（UTC）重新计算。',
    },
    expired: {
      title: '此表单已停用',
      text: '您的留言没有保存，请通过其他方式联系网站所有者。',
      owner: `此地址一直无人确认，并且连续 ${IDLE_DAYS} 天没有收到提交，因此已永久失效。请创建新的地址并填入表单。`,
    },
    retired: {
      title: '此表单已关闭',
      text: '您的留言没有保存，请通过其他方式联系网站所有者。',
      owner: '收件人已永久停用此地址。请创建新的地址并填入表单。',
    },
    formNotFound: {
      title: '此表单不存在',
      text: '表单指向一个未使用的地址，您的留言没有保存。',
      owner: '请将表单的 `action` 与创建时得到的地址进行比对。',
    },
    pageNotFound: { title: '此页面不存在', text: '请检查网址。', owner: null },
    notStored: {
      title: '您的留言未能保存',
      text: '服务目前无法接收留言，没有保存任何内容。',
      owner: null,
    },
    unsure: {
      title: '我们这边出了问题',
      text: '我们无法确定您的留言是否已保存。您可以放心地再发送一次。',
      owner: null,
    },
  },
  refusalPage: {
    inputKept: '您填写的内容没有丢失：使用浏览器的“后退”按钮返回表单，内容应该还在。',
    reload: '重新打开页面',
    field: '字段',
    tryAgain: (wait) => `请在${wait.later}重试。`,
    tryLater: '请稍后重试。',
    forOwner: '致网站所有者',
    details: '详细信息',
    code: '代码',
    request: '请求',
  },
  formInfo: {
    title: '此地址用于接收表单',
    text: '发送到这里的表单内容会被保存，并转送到一个邮箱。此地址没有可供阅读的内容。',
    state: {
      unclaimed: '已启用。第一条留言会附带一个链接，收件人可通过它认领此地址。',
      claimed: '已启用，并已由收件人认领。',
      frozen: `已收到 ${UNCLAIMED_CAP} 条留言，现已暂停。收件人打开第一封邮件中的链接后即可恢复。`,
    },
    inPage: '在网页中使用',
    onCommandLine: '在命令行中使用',
    dryRun: '在地址末尾加上 `?dry_run=1`，只会检查，不会发送任何内容。',
    example: { email: '电子邮件', message: '留言', send: '发送', hello: '你好', leaveEmpty: '此栏请留空' },
  },
  destination: {
    asked: {
      title: '要接收此表单的留言吗？',
      text: ({ mailbox, owner }) =>
        `一个网页表单的所有者（\`${owner}\`）希望其留言也发送到您的邮箱 \`${mailbox}\`。`,
      consent: '在您确认之前不会发送任何内容，而且每封邮件都带有停止接收的链接。',
      confirm: '是，发送给我',
      decline: '我没有要求过',
      declineEffect: '第二个按钮会将您的邮箱从表单中移除，之后任何人都无法再让我们询问您。',
    },
    confirmed: {
      title: '您会收到此表单的留言',
      text: (mailbox) => `从现在起，表单的每条新留言都会发送到 \`${mailbox}\`。您可以随时在此停止。`,
      stop: '停止接收',
    },
    gone: {
      title: '您不会收到此表单的留言',
      text: '它已从表单中移除，或表单已停用。无需其他操作。已在途中的邮件可能仍会送达。',
    },
    refused: {
      title: '已完成，我们不会再询问',
      text: '此邮箱已从表单中移除，没有收到过它的任何留言。任何人都无法再让我们询问它。',
    },
  },
  signIn: {
    ask: {
      title: '登录',
      text: '请输入您的邮箱，我们会发送登录链接和验证码。',
      email: '电子邮箱',
      send: '发送邮件',
      notAnAddress: '这不是完整的电子邮箱地址，请检查。',
      tooOften: (wait) => `您的网络请求了太多邮件。请在${wait.later}重试。`,
    },
    sent: {
      title: '请查收邮件',
      text: `如果有表单、遥测或队列属于此邮箱，邮件已在路上。请在此浏览器中打开邮件里的链接，或在此输入验证码。两者均在 ${SIGN_IN_MINUTES} 分钟内有效。`,
      code: '邮件中的验证码',
      submit: '登录',
      wrongCode: `此验证码无效。请输入最新邮件中的验证码；输错 ${MAX_CODE_TRIES} 次后需要重新获取邮件。`,
      nothingCame: '几分钟后仍未收到？请查看垃圾邮件文件夹，并检查邮箱地址。',
      again: '重新获取邮件',
      keptHere: '此实例不发送邮件：邮件保存在本机。',
      toEmails: '在此阅读',
    },
    link: {
      title: '登录',
      text: '点击一下，此浏览器即可登录。',
      button: '登录',
    },
    otherBrowser: {
      title: '是您本人请求的吗？',
      signIn:
        '这封邮件是在另一个浏览器中请求的。如果此链接是别人发给您的，请勿继续：否则您将登录到对方的账户。',
      confirm: '这封邮件是在另一个已登录您账户的浏览器中请求的。仅当您本人正在使用该浏览器时才继续。',
      device: '请求来自',
      time: '请求时间',
      unknownDevice: '未知浏览器',
      ifNotYou: '如果不是您本人，请关闭此页面。什么都没有发生。',
    },
    confirm: {
      title: '是您本人吗？',
      text: '即将对此账户执行无法撤销的操作。点击一下，确认是您本人。',
      button: '是我本人',
      doneTitle: '已确认',
      doneText: '请回到您发起请求的浏览器，继续操作。',
    },
    deadLink: {
      title: '此链接已失效',
      text: `链接已被使用、超过 ${SIGN_IN_MINUTES} 分钟，或没有完整复制。`,
      again: '获取新邮件',
    },
    signedOut: {
      title: '您已退出登录',
      text: '此浏览器不再能访问该账户。',
      again: '重新登录',
    },
  },
}
