import { DECLINE_DAYS_AFTER_CLAIM, UNDO_DECLINE_HOURS } from '../../../../domain/endpoints/decline.ts'
import { IDLE_DAYS } from '../../../../domain/endpoints/endpoint.ts'
import type { LinkWords } from '../link-words.ts'

const EVENTS_ARE_SEEN = 'لا تُرسل الأحداث بالبريد الإلكتروني، بل تجدها في لوحة التحكم.'
const MESSAGES_ARE_SEEN =
  'لا تُرسل الرسائل بالبريد الإلكتروني، بل تعالجها برامجك، ويمكنك عرضها في لوحة التحكم.'
const CREATE_NEW = 'للمتابعة، أنشئ نموذجًا أو نقطة نهاية أو قائمة انتظار جديدة واستخدم عنوان URL الجديد.'
const PLURALS = new Intl.PluralRules('ar')

export const links: LinkWords = {
  kinds: {
    form: {
      amount: counted({ few: 'عمليات إرسال', many: 'عملية إرسال', other: 'عملية إرسال' }),
      unlimited: (plan) => `تشمل خطة ${plan} عددًا غير محدود من عمليات الإرسال.`,
      claim: 'المطالبة بملكية هذا النموذج',
      nowBelongs: (mailbox) => `أصبح هذا النموذج ملكًا لـ \`${mailbox}\``,
      belongs: (mailbox) => `هذا النموذج ملك لـ \`${mailbox}\``,
      receivedSoFar: (digits) => `عمليات الإرسال حتى الآن: ${digits}`,
      untilConfirmed: () => 'حتى تنقر، تصلك رسائل إلكترونية بعدد محدود وتكون الروابط فيها معطّلة.',
      receives: (mailbox) => `يرسل نموذج ويب بياناته إلى \`${mailbox}\`.`,
      emailsBefore: 'ستظل تتلقى كل عملية إرسال بالبريد الإلكتروني.',
      emailsAfter: 'ستظل تتلقى كل عملية إرسال بالبريد الإلكتروني.',
      createdForYou: (mailbox) => `أنشأ شخص ما نموذجًا باستخدام بريدك الإلكتروني \`${mailbox}\`.`,
      retired: 'يُوقف النموذج نهائيًا ولا يعود صالحًا للاستخدام.',
      alreadyRetired:
        'لم يعد النموذج يقبل أي عملية إرسال ولا يرسل رسائل إلكترونية. لا يلزمك اتخاذ أي إجراء آخر.',
      ifStopped: 'يستمر النموذج في العمل وتُحفظ كل عملية إرسال، لكن لن يصلك أي منها بالبريد الإلكتروني.',
      stopped:
        'تُحفظ عمليات الإرسال، لكنها لا تصلك بالبريد الإلكتروني. وما يصل منها من الآن فصاعدًا لن يُرسل إليك لاحقًا أيضًا.',
      restarted: 'من الآن فصاعدًا، ستصلك كل عملية إرسال بالبريد الإلكتروني.',
    },
    telemetry: {
      amount: counted({ few: 'أحداث', many: 'حدثًا', other: 'حدث' }),
      unlimited: (plan) => `تشمل خطة ${plan} عددًا غير محدود من الأحداث.`,
      claim: 'المطالبة بملكية نقطة النهاية هذه',
      nowBelongs: (mailbox) => `أصبحت نقطة النهاية هذه ملكًا لـ \`${mailbox}\``,
      belongs: (mailbox) => `نقطة النهاية هذه ملك لـ \`${mailbox}\``,
      receivedSoFar: (digits) => `الأحداث حتى الآن: ${digits}`,
      untilConfirmed: (amount) => `حتى تنقر، لا تقبل نقطة النهاية أكثر من ${amount} في المجموع.`,
      receives: (mailbox) => `يرسل برنامج أحداثًا إلى نقطة نهاية أُنشئت من أجل \`${mailbox}\`.`,
      emailsBefore: EVENTS_ARE_SEEN,
      emailsAfter: EVENTS_ARE_SEEN,
      createdForYou: (mailbox) =>
        `أنشأ شخص ما نقطة نهاية للقياس عن بُعد باستخدام بريدك الإلكتروني \`${mailbox}\`.`,
      retired: 'تُوقف نقطة النهاية نهائيًا ولا تعود تقبل الأحداث.',
      alreadyRetired:
        'لم تعد نقطة النهاية تقبل أي حدث ولا ترسل رسائل إلكترونية. لا يلزمك اتخاذ أي إجراء آخر.',
      ifStopped: 'تستمر نقطة النهاية في قبول الأحداث، لكن لن تصلك رسائل إلكترونية بشأنها، مثل تنبيهات الحصة.',
      stopped: 'لا تزال الأحداث تُحفظ، لكن لن تصلك رسائل إلكترونية بشأن نقطة النهاية هذه.',
      restarted: 'من الآن فصاعدًا، ستصلك الرسائل الإلكترونية بشأن نقطة النهاية هذه من جديد.',
    },
    queue: {
      amount: counted({ few: 'رسائل', many: 'رسالة', other: 'رسالة' }),
      unlimited: (plan) => `تشمل خطة ${plan} عددًا غير محدود من الرسائل.`,
      claim: 'المطالبة بملكية قائمة الانتظار هذه',
      nowBelongs: (mailbox) => `أصبحت قائمة الانتظار هذه ملكًا لـ \`${mailbox}\``,
      belongs: (mailbox) => `قائمة الانتظار هذه ملك لـ \`${mailbox}\``,
      receivedSoFar: (digits) => `الرسائل حتى الآن: ${digits}`,
      untilConfirmed: (amount) => `حتى تنقر، لا تقبل قائمة الانتظار أكثر من ${amount} في المجموع.`,
      receives: (mailbox) => `ينشر برنامج رسائل في قائمة انتظار أُنشئت من أجل \`${mailbox}\`.`,
      emailsBefore: MESSAGES_ARE_SEEN,
      emailsAfter: MESSAGES_ARE_SEEN,
      createdForYou: (mailbox) =>
        `أنشأ شخص ما قائمة انتظار للرسائل باستخدام بريدك الإلكتروني \`${mailbox}\`.`,
      retired: 'تُوقف قائمة الانتظار نهائيًا ولا تعود تقبل الرسائل.',
      alreadyRetired:
        'لم تعد قائمة الانتظار تقبل أي رسالة ولا ترسل رسائل إلكترونية. لا يلزمك اتخاذ أي إجراء آخر.',
      ifStopped:
        'تستمر قائمة الانتظار في قبول الرسائل، لكن لن تصلك رسائل إلكترونية بشأنها، مثل تنبيهات الحصة.',
      stopped: 'لا تزال الرسائل تُحفظ، لكن لن تصلك رسائل إلكترونية بشأن قائمة الانتظار هذه.',
      restarted: 'من الآن فصاعدًا، ستصلك الرسائل الإلكترونية بشأن قائمة الانتظار هذه من جديد.',
    },
  },
  claim: {
    instruction: 'انقر على الزر لتنتقل الملكية إليك. لا حاجة إلى كلمة مرور.',
    doneTitle: 'انتقلت الملكية إليك',
    changes: 'إليك ما يتغير الآن:',
    alreadyClaimed: 'سبقت المطالبة بالملكية، لذا لن يغيّر فتح الرابط مرة أخرى شيئًا. الوضع الحالي:',
    capEnds: (amount) => `يُلغى الحد الأقصى البالغ ${amount} في المجموع.`,
    capEnded: (amount) => `أُلغي الحد الأقصى البالغ ${amount} في المجموع.`,
    // NOTE: Arabic words must stand between the plan and the number, which would otherwise trade places on screen.
    quota: (plan, amount) => `تشمل خطة ${plan} ما يصل إلى ${amount} في الشهر.`,
    neverExpires: 'لم يعد هناك تاريخ انتهاء صلاحية.',
    oneClickLeft: 'بقيت نقرة واحدة. انتقلت الملكية إليك عند فتح الرابط، لكن ربما فتحه برنامج البريد لديك.',
    emailsHeld: (digits) => `رسائل إلكترونية تنتظر نقرتك: ${digits}`,
    name: 'ما اسم هذا النموذج؟',
    open: 'فتح لوحة التحكم',
    openInbox: 'فتح صندوق الوارد',
    decline: 'لم أكن أنا',
  },
  decline: {
    askTitle: 'ألم تكن أنت من فعل ذلك؟',
    effects: `إذا لم تكن أنت، فانقر على الزر. سيؤدي ذلك إلى ثلاثة أمور يمكنك التراجع عنها هنا خلال ${UNDO_DECLINE_HOURS} ساعة:`,
    deleted: `يُحذف كل ما تم استلامه بعد ${UNDO_DECLINE_HOURS} ساعة.`,
    suppressed:
      'يُحظر عنوانك: لا يمكن لأحد استخدامه لإنشاء أي شيء من دون تسجيل الدخول باسمك، ولن تصلك رسائل إلكترونية مما لم يطالب أحد بملكيته.',
    othersClaimed: 'هذه ملك لك، وستستمر في العمل وستظل تتلقى رسائلها الإلكترونية:',
    othersUnclaimed: 'هذه لم يطالب أحد بملكيتها، ولن ترسل إليك رسائل إلكترونية ما دام عنوانك محظورًا:',
    button: 'إيقاف نهائي وحظر عنواني',
    ifYours: 'إذا كنت أنت، فأغلق هذه الصفحة. لم يتغير شيء.',
    doneTitle: 'تم الإيقاف',
    done: (mailbox) =>
      `لا يمكن لأحد استخدام \`${mailbox}\` لإنشاء أي شيء من دون تسجيل الدخول، ولن يتلقى رسائل إلكترونية مما لم يطالب أحد بملكيته.`,
    undoUntil: (time) => `يمكنك التراجع عن ذلك هنا حتى ${time}. بعد ذلك يُحذف كل ما تم استلامه نهائيًا.`,
    undo: 'تراجع',
    nothingElse: 'لا يلزمك اتخاذ أي إجراء آخر. قد تصلك رسالة إلكترونية كانت في طريقها إليك.',
    restoredTitle: 'تم التراجع',
    restored: 'يعمل كل شيء كما كان ولم يُحذف أي شيء. وأُلغي حظر عنوانك الناتج عن ذلك.',
    alreadyTitle: 'سبق الإيقاف نهائيًا',
    final: `مضى على الإيقاف أكثر من ${UNDO_DECLINE_HOURS} ساعة، لذا لم يعد التراجع عنه ممكنًا. وقد حُذف كل ما تم استلامه.`,
    tooLateTitle: 'لم يعد هذا الرابط صالحًا للإيقاف',
    tooLate: `مضى على المطالبة بالملكية أكثر من ${DECLINE_DAYS_AFTER_CLAIM} يومًا، لذا لا يمكن حذف أي شيء من رسالة إلكترونية قديمة.`,
    tooLateAdvice:
      'لإيقاف الرسائل الإلكترونية، استخدم «إلغاء الاشتراك» في برنامج البريد أو الإعدادات في لوحة التحكم.',
  },
  emails: {
    askTitle: 'هل تريد إيقاف هذه الرسائل الإلكترونية؟',
    canRestart: 'يمكنك إعادة تفعيل الرسائل الإلكترونية من هنا في أي وقت.',
    stop: 'إيقاف هذه الرسائل',
    stoppedTitle: 'تم إيقاف الرسائل الإلكترونية',
    start: 'إعادة تفعيل الرسائل',
    startedTitle: 'أُعيد تفعيل الرسائل الإلكترونية',
  },
  deadLinks: {
    unknown: {
      title: 'هذا الرابط لا يعمل',
      why: 'الرابط غير مكتمل أو غير صحيح. ربما اقتطع برنامج البريد جزءًا منه.',
      what: 'انسخ الرابط كاملًا من الرسالة الإلكترونية إلى شريط العنوان في متصفحك.',
    },
    expired: {
      title: 'انتهت الصلاحية',
      why: `لم يطالب أحد بالملكية ولم يصل أي شيء خلال ${IDLE_DAYS} يومًا. لا يمكن التراجع عن ذلك.`,
      what: CREATE_NEW,
    },
    retired: {
      title: 'تم الإيقاف نهائيًا',
      why: `لم يعد يُقبل أي شيء ولا تُرسل رسائل إلكترونية. إذا أُوقف عبر «لم أكن أنا»، فيمكن التراجع من الرابط نفسه خلال ${UNDO_DECLINE_HOURS} ساعة.`,
      what: CREATE_NEW,
    },
  },
}

/** Returns a formatter of a number with the noun form that Arabic requires: 3 to 10, 11 to 99, or hundreds. */
function counted(forms: { few: string; many: string; other: string }) {
  return (digits: string, count: number): string => {
    const rule = PLURALS.select(count)
    return `${digits} ${rule === 'few' || rule === 'many' ? forms[rule] : forms.other}`
  }
}
