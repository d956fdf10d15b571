import { MAX_CODE_TRIES, SIGN_IN_MINUTES } from '../../../../domain/accounts/sign-in.ts'
import { IDLE_DAYS } from '../../../../domain/endpoints/endpoint.ts'
import { UNCLAIMED_CAP } from '../../../../domain/endpoints/kinds/form.ts'
import { MAX_BODY_BYTES, MAX_FIELDS } from '../../../../domain/submissions/fields.ts'
import type { VisitorWords } from '../visitor-words.ts'

export const visitor: VisitorWords = {
  footer: 'Formslot：无需后端的表单、事件和队列。',
  copy: { button: '复制', done: '已复制' },
  thanks: {
    title: '谢谢',
    text: '您的留言已发送。',
    back: (host) => `返回 \`${host}\``,
    close: '您可以关闭此页面。',
  },
  refusal: {
    blank: {
      title: '您没有填写任何内容',
      text: '请返回，填写表单后重新发送。',
      owner: null,
    },
    empty: {
      title: '我们没有收到任何内容',
      text: '问题很可能出在网站，与您填写的内容无关。',
      owner: '每个 input、select 和 textarea 都需要 `name` 属性。没有该属性的字段，浏览器不会发送。',
    },
    sentByGet: {
      title: '没有发送任何内容',
      text: '问题出在网站，与您填写的内容无关。',
      owner:
        '表单缺少 `method="post"`，因此浏览器把字段放进了网址，而没有发送。请写成 `<form method="post" action="…">`。',
    },
    field: {
      title: '请检查您填写的一项内容',
      text: '请更正这一项，如果太长请缩短，然后重新发送表单。',
      owner: null,
    },
    tooManyFields: {
      title: '表单的字段太多',
      text: '问题出在网站，与您填写的内容无关。您的留言没有保存。',
      owner: `每条留言最多可包含 ${MAX_FIELDS} 个字段。`,
    },
    file: {
      title: '此表单不接受文件',
      text: '请移除文件，然后重新发送表单。',
      owner: '暂不支持上传文件。请从表单中移除 `<input type="file">`。',
    },
    tooLarge: {
      title: '您的留言太长',
      text: '请缩短内容，然后重新发送表单。',
      owner: `每条留言的总大小不能超过 ${MAX_BODY_BYTES / 1024} KiB。`,
    },
    unreadable: {
      title: '无法读取表单',
      text: '问题出在网站，与您填写的内容无关。您的留言没有保存。',
      owner:
        '请以 `application/x-www-form-urlencoded`、`multipart/form-data` 或单个 JSON 对象的形式发送字段。',
    },
    refused: {
      title: '表单未被接受',
      text: '问题出在网站，与您填写的内容无关。您的留言没有保存。',
      owner: null,
    },
    elsewhere: {
      title: '没有进行任何更改',
      text: '此操作必须在本服务的页面上进行。请打开该页面，然后点击其中的按钮。',
      owner: null,
    },
    inProgress: {
      title: '您的留言正在处理中',
      text: '留言发送了多次，我们仍在处理第一次发送。',
      owner: null,
    },
    wait: {
      title: '请稍等片刻',
      text: '您发送得太快了。最后一条留言没有保存。',
      owner: null,
    },
    challenge: {
      title: '缺少浏览器的验证',
      text: '此表单只接收附带一个小计算结果的留言，该计算由浏览器自动完成。结果缺失或已失效，因此您的留言没有保存。请启用 JavaScript，重新加载表单后再次发送。',
      owner:
        '此表单要求工作量证明（`challenge: required`）。请在页面中加入 ALTCHA 小部件或 `/form.js`，或将 `challenge` 设为 `score`，以便接收没有 JavaScript 的访客的留言。',
    },
    frozen: {
      title: '此表单已达到上限',
      text: '在网站所有者确认之前，它不再接收新的留言。您的留言没有保存，请通过其他方式联系对方。',
      owner: `此端点已达到未认领时 ${UNCLAIMED_CAP} 条留言的上限。打开任意一封相关邮件中的认领链接，即可立即恢复。`,
    },
    monthlyQuota: {
      title: '此表单已达到本月上限',
      text: '您的留言没有保存。如果事情紧急，请通过其他方式联系对方。',
      owner: '套餐的每月额度已用完，将于每月 1 日（UTC）重置。',
    },
    expired: {
      title: '此表单已不再使用',
      text: '您的留言没有保存，请通过其他方式联系网站所有者。',
      owner: `此端点一直无人认领，并且连续 ${IDLE_DAYS} 天没有收到任何内容，因此已永久过期。请创建新的端点，并在表单中使用其 URL。`,
    },
    retired: {
      title: '此表单已关闭',
      text: '您的留言没有保存，请通过其他方式联系网站所有者。',
      owner: '所有者已永久停用此端点。请创建新的端点，并在表单中使用其 URL。',
    },
    formNotFound: {
      title: '此表单已不可用',
      text: '您的留言没有保存，请通过其他方式联系对方。',
      owner: '请将表单的 `action` 与创建端点时获得的 URL 进行比对。',
    },
    pageNotFound: { title: '找不到页面', text: '请检查网址。', owner: null },
    notStored: {
      title: '您的留言未能保存',
      text: '我们目前无法接收留言。没有保存任何内容。',
      owner: null,
    },
    unsure: {
      title: '我们这边出了问题',
      text: '我们无法确定您的留言是否已保存。您可以放心地重新发送。',
      owner: null,
    },
  },
  refusalPage: {
    inputKept: '请在浏览器中返回上一页，您填写的内容应该还在。',
    reload: '重新加载表单',
    field: '字段',
    tryAgain: (wait) => `请在${wait.later}重试。`,
    tryLater: '请稍后重试。',
    forOwner: '致网站所有者',
    details: '详细信息',
    code: '代码',
    request: '请求',
  },
  formInfo: {
    title: '这是一个表单端点',
    text: '发送到此 URL 的表单会被保存，并通过邮件发送给所有者。这里没有可供查看的内容。',
    state: {
      unclaimed: '已启用，尚未认领。第一条留言附带一个链接，收件人可通过它认领此表单。',
      claimed: '已启用，并已由收件人认领。',
      frozen: `收到 ${UNCLAIMED_CAP} 条留言后已暂停。收件人打开第一封邮件中的链接后即可恢复。`,
    },
    inPage: 'HTML 表单',
    onCommandLine: '命令行',
    dryRun: '在 URL 末尾加上 `?dry_run=1`，即可检查所有内容而不发送。',
    example: {
      name: '姓名',
      email: '电子邮箱',
      message: '留言',
      send: '发送',
      hello: '您好',
      leaveEmpty: '请将此栏留空',
    },
  },
  destination: {
    unconfirmed: {
      title: '要接收此表单的留言吗？',
      text: ({ mailbox, owner }) =>
        `一个网页表单的所有者（\`${owner}\`）希望将留言也发送到您的邮箱 \`${mailbox}\`。`,
      consent: '未经您确认，我们不会发送任何内容；每封邮件都带有停止接收的链接。',
      confirm: '是，发送给我',
      decline: '否，不要再询问',
      declineEffect: '“否，不要再询问”会将您的邮箱从表单中移除，之后任何人都无法让我们再次询问您。',
    },
    confirmed: {
      title: '您会收到此表单的留言',
      text: (mailbox) => `从现在起，每条新留言都会发送到 \`${mailbox}\`。您可以随时在此停止接收。`,
      stop: '停止接收这些邮件',
    },
    stopped: {
      title: '此表单的邮件已关闭',
      text: (mailbox) =>
        `新留言不再发送到 \`${mailbox}\`。表单的所有者可以看到这一点，但无法重新开启邮件。您可以随时在此重新开启。已经发出的邮件可能仍会送达。`,
    },
    gone: {
      title: '您不会收到此表单的留言',
      text: '您的邮箱已从表单中移除，或表单已停用。您无需进行其他操作。如需重新接收留言，请让表单的所有者添加您的邮箱。已经发出的邮件可能仍会送达。',
    },
    refused: {
      title: '已完成，我们不会再询问',
      text: '您的邮箱已从表单中移除，没有收到过任何留言。任何人都无法让我们再次询问您。',
    },
  },
  signIn: {
    ask: {
      title: '登录',
      text: '请输入您的邮箱，我们会向您发送登录链接和验证码。',
      email: '电子邮箱',
      send: '向我发送链接',
      notAnAddress: '邮箱地址不完整，请检查。',
      tooOften: (wait) => `您的网络请求的登录邮件过多。请在${wait.later}重试。`,
    },
    sent: {
      title: '请查看收件箱',
      text: `如果此邮箱有对应的账户，邮件已在发送途中。请在此浏览器中打开链接，或输入验证码。两者均在 ${SIGN_IN_MINUTES} 分钟后失效。`,
      code: '邮件中的验证码',
      submit: '登录',
      wrongCode: `验证码错误。请使用最新邮件中的验证码。输错 ${MAX_CODE_TRIES} 次后，您需要获取新的邮件。`,
      nothingCame: '几分钟后仍未收到邮件？请检查垃圾邮件文件夹和邮箱地址。',
      again: '重新发送',
      keptHere: '未配置邮件服务器，因此邮件保存在本机。',
      toEmails: '在此查看',
    },
    link: {
      title: '登录',
      text: '要在此浏览器中登录吗？',
      button: '登录',
    },
    otherBrowser: {
      title: '是您本人请求的吗？',
      signIn:
        '这封邮件是在另一个浏览器中请求的。如果此链接是别人发给您的，请不要继续：您会登录到对方的账户。',
      confirm: '这封邮件是在另一个已登录您账户的浏览器中请求的。仅当是您本人操作时才继续。',
      device: '请求来自',
      time: '请求时间',
      unknownDevice: '未知浏览器',
      ifNotYou: '如果不是您本人，请关闭此页面。没有发生任何更改。',
    },
    confirm: {
      title: '确认是您本人',
      text: '您即将执行一项无法撤销的操作。请确认是您本人。',
      button: '是我本人',
      doneTitle: '已确认',
      doneText: '请回到您之前使用的浏览器继续操作。',
    },
    deadLink: {
      title: '此链接已失效',
      text: `链接已被使用、已超过 ${SIGN_IN_MINUTES} 分钟，或没有完整复制。`,
      again: '获取新链接',
    },
    signedOut: {
      title: '您已退出登录',
      text: '此浏览器无法再访问您的账户。',
      again: '重新登录',
    },
  },
}
