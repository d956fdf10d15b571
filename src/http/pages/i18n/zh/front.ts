import { IDLE_DAYS } from '../../../../domain/endpoints/endpoint.ts'
import { UNCLAIMED_CAP } from '../../../../domain/endpoints/kinds/form.ts'
import type { FrontWords } from '../front-words.ts'

export const front: FrontWords = {
  nav: { docs: '文档', signIn: '登录', dashboard: '控制台', languages: '语言', menu: '主导航' },
  home: {
    title: '适用于任何网页的表单',
    lead: '输入您的邮箱，获取表单 URL，粘贴到网页中，留言就会发送到您的收件箱。无需账户，无需 API 密钥，无需 JavaScript。',
    recipient: '将留言发送到',
    create: '创建表单',
    noSignUp: '无需注册。第一条留言附带认领表单的链接。',
    picture: {
      label: '表单的收件箱，以及带有最新留言的邮件',
      inbox: '收件箱',
      subject: 'studio-nord.de 收到新留言',
      messages: ['你们一月份有时间做新网站吗？', '谢谢，架子非常合适！', '可以把价目表发给我吗？'],
    },
    kinds: {
      title: '表单、事件和队列',
      list: [
        {
          name: '表单',
          text: '每条留言都会保存并通过邮件发送给您，也可以在收件箱中搜索、导出，或通过 API 读取。',
        },
        { name: '遥测', text: '统计网站和应用的事件，实时查看。不使用 Cookie，不记录 IP 地址。' },
        { name: '队列', text: '把工作从一个程序交给另一个程序，支持租约、重试、延迟和死信。' },
      ],
    },
    selfHosting: {
      name: '自行部署',
      text: '只需一个进程和一个数据库：SQLite，多节点时用 PostgreSQL。安装 Node 20 或更高版本后，在源代码目录中运行：',
    },
    otherWays: {
      title: '也可以使用终端或编程助手',
      shell: '命令行',
      agent: '给编程助手的提示词',
    },
    steps: {
      title: '使用方法',
      list: [
        {
          name: '将 URL 粘贴到网页中',
          text: '将它填入表单的 `action`。适用于纯 HTML、任何网站生成器和任何框架。',
        },
        {
          name: '收到第一条留言',
          text: '有人发送表单后几秒内，所有字段就会出现在您的收件箱中。',
        },
        {
          name: '一键认领',
          text: '点击该邮件中的链接，即可认领表单并打开控制台。',
        },
      ],
    },
    promises: {
      title: '值得您信赖',
      list: [
        {
          name: '先保存，再致谢',
          text: '只有留言安全写入磁盘后，访客才会看到“谢谢”。',
        },
        {
          name: '故障不会被隐瞒',
          text: '如果邮件服务中断，我们会持续重试，您可以看到每次尝试。',
        },
        {
          name: '一切由您掌控',
          text: '邮件只发送到您填写的邮箱，点击一下即可停止。',
        },
        {
          name: '垃圾内容不计费',
          text: '被识别为垃圾内容的留言不会通过邮件发送，也不计入额度。',
        },
      ],
    },
    limits: `未认领的表单可接收 ${UNCLAIMED_CAP} 条留言，连续 ${IDLE_DAYS} 天没有留言即过期。认领后，改为适用套餐的每月额度。`,
    problem: {
      missing: '请输入您的邮箱。',
      invalid: '这看起来不像邮箱地址，请检查。',
      placeholder: '这是示例地址，请输入您真实的邮箱。',
      multiple: '请只输入一个邮箱。认领表单后可以添加更多。',
      suppressed: '此邮箱不接收表单，请使用其他邮箱。',
      tooSoon: '刚刚已在此处创建了一个表单。请再次点击按钮，为此地址创建表单。',
      tooMany: (wait) => `您的网络请求过多。请在${wait.later}重试。`,
      notStored: '未能保存，请一分钟后重试。',
      noSpace: '服务器空间不足，目前无法保存任何内容。请告知其运营方。',
      proofNeeded:
        '当前正在创建大量表单，因此您的浏览器需要先完成一次计算。这需要几秒钟，并且需要 JavaScript 和 https。',
    },
  },
  start: {
    title: '您的表单已上线',
    lead: (hint) => `留言将发送到 ${hint}。`,
    formUrl: '表单 URL',
    snippet: '将以下代码粘贴到网页中',
    withScript: '可选：加上这一行，无需离开页面即可发送表单',
    arrivals: {
      waiting: { name: '正在等待您的第一条留言', text: '请发送您网页上的表单。留言送达后，此处会变为绿色。' },
      arrived: { name: '您的表单可以正常使用', text: '一条留言已送达并保存。' },
      refused: { name: '有一条留言送达，但未能接收', text: '目前尚未保存任何内容。' },
      from: (site) => `第一条留言来自 ${site}，已保存。`,
      emailed: (hint) => `我们已将认领链接发送至 ${hint}。`,
      held: (hint) => `由于我们限制此类邮件的数量，发往 ${hint} 的认领邮件需要等待，将在 24 小时内送达。`,
      signIn: '已有表单？登录即可立即认领此表单。',
      fields: (names) => `字段：${names}`,
      notes: '网页可改进之处',
      expected: (field) => `尚无留言包含预期的字段 ${field}。`,
      withoutName: '有一条留言不含任何数据。请为每个输入框设置名称，例如 `name="email"`。',
      byGet: '表单以 GET 方式发送，未保存任何内容。请添加 `method="post"`。',
      wrongOrigin: '未获允许的网站发送了留言。请检查设置中的允许网站。',
      files: '有人发送了文件。本服务不接收文件，请移除文件输入框。',
      withoutEmail: '没有电子邮件字段，您将无法回复。请添加 `<input type="email" name="email">`。',
      withoutHoneypot: '没有蜜罐字段。请从上方代码中复制隐藏字段 `_gotcha`，以阻挡机器人。',
      hiddenPage: '您的网页隐藏了自己的地址，发送后无法返回。请移除 `Referrer-Policy: no-referrer`。',
    },
    tryIt: {
      name: '在此试用',
      text: '给自己发送第一条留言，其中附带认领链接。',
      again: '再发送一条测试留言',
    },
    claim: {
      title: '认领表单',
      arrived: '第一条留言的邮件附带认领链接，只有您会收到。',
      steps: ['第一条留言附带只有您会收到的认领链接。', '打开链接即可认领表单，无需设置密码。'],
      limits: `在此之前，它可接收 ${UNCLAIMED_CAP} 条留言，连续 ${IDLE_DAYS} 天没有留言即过期。`,
    },
    keep: '请将此页面加入书签。在您认领表单之前，您只能在此页面找到它；如果您有使用此邮箱的账户，也可在控制台中找到。',
    didYouMean: (address) => `您是不是想输入 ${address}？`,
    startOver: '地址有误？重新开始',
    another: '创建另一个表单',
  },
}
