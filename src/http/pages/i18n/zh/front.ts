import { IDLE_DAYS } from '../../../../domain/endpoints/endpoint.ts'
import { UNCLAIMED_CAP } from '../../../../domain/endpoints/kinds/form.ts'
import type { FrontWords } from '../front-words.ts'

export const front: FrontWords = {
  nav: { reference: 'API 参考', signIn: '登录', languages: '语言', menu: '了解更多' },
  home: {
    title: '让任何网页都有可用的表单',
    lead: '填写您的邮箱，获取表单地址，粘贴到网页中，留言就会发到您的收件箱。无需账号，无需 API 密钥，无需 JavaScript。',
    recipient: '接收留言的邮箱',
    create: '创建表单地址',
    noSignUp: '无需注册。第一条留言会附带一个链接，您可通过它认领此地址。',
    otherWays: {
      title: '也可以不用此页面',
      shell: '在命令行中',
      agent: '交给您的编程助手',
    },
    steps: {
      title: '接下来',
      list: [
        {
          name: '把地址放进网页',
          text: '它就是表单的 `action`。纯 HTML、任何生成器、任何框架都可以。',
        },
        {
          name: '收到第一条留言',
          text: '发送后片刻，填写的全部内容就会以邮件送达。',
        },
        {
          name: '点一下，就归您所有',
          text: '点击邮件中的链接即可认领表单，并打开管理界面。',
        },
      ],
    },
    promises: {
      title: '我们的承诺',
      list: [
        {
          name: '先保存，后答复',
          text: '留言安全写入磁盘之前，没有人会看到“谢谢”。',
        },
        {
          name: '要么送达，要么明确告知',
          text: '邮件服务中断时，留言会等待并重试，绝不悄悄消失。',
        },
        {
          name: '一切由您掌控',
          text: '邮件只发往您填写的邮箱，点击一下即可停收。',
        },
        {
          name: '垃圾信息不占额度',
          text: '被陷阱拦下的内容既不发送，也不计数。',
        },
      ],
    },
    limits: `认领之前，一个地址总共接收 ${UNCLAIMED_CAP} 条留言，连续 ${IDLE_DAYS} 天没有留言即失效。认领之后按套餐的每月额度计算。`,
    problem: {
      missing: '请填写一个邮箱地址。',
      invalid: '这不像电子邮箱地址，请检查。',
      placeholder: '这是示例地址，请填写您真实的邮箱。',
      multiple: '请只填写一个地址。认领之后可以再添加。',
      suppressed: '该邮箱已拒绝创建表单，请使用其他邮箱。',
      tooMany: (wait) => `您的网络请求过多。请在${wait.later}重试。`,
      notStored: '目前无法保存，请稍后重试。',
    },
  },
  start: {
    title: '您的表单地址已可使用',
    lead: (hint) => `发送到这里的内容都会送达 ${hint}。`,
    formUrl: '表单地址',
    snippet: '放进您的网页',
    tryIt: {
      name: '现在就试一试',
      text: '这会发送第一条留言，随之送达的还有认领此地址的链接。',
    },
    claim: {
      title: '如何归您所有',
      list: [
        '第一条留言会附带一个只有您会收到的链接。',
        '打开链接即可认领此地址，无需设置密码。',
        `在此之前，它接收 ${UNCLAIMED_CAP} 条留言，连续 ${IDLE_DAYS} 天没有留言即失效。`,
      ],
    },
    keep: '请保存本页的网址：认领之前，没有人能替您找回此地址。',
    another: '再创建一个地址',
  },
}
