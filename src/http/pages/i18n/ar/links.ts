import { DECLINE_DAYS_AFTER_CLAIM } from '../../../../domain/endpoints/decline.ts'
import { IDLE_DAYS } from '../../../../domain/endpoints/endpoint.ts'
import type { LinkWords } from '../link-words.ts'

const EVENTS_ARE_SEEN = 'لا تُرسل أحداثه بالبريد، بل تراها في لوحة التحكم.'
const MESSAGES_ARE_SEEN = 'لا تُرسل رسائله بالبريد، بل تعالجها البرامج وتراها في لوحة التحكم.'
const CREATE_NEW = 'للمتابعة، أنشئ عنوانًا جديدًا واستخدمه بدلًا منه.'
const PLURALS = new Intl.PluralRules('ar')

export const links: LinkWords = {
  kinds: {
    form: {
      amount: counted({ few: 'إرسالات', many: 'إرسالًا', other: 'إرسال' }),
      unlimited: (plan) => `تقبل خطة ${plan} عددًا غير محدود من الإرسالات.`,
      receives: (mailbox) => `يرسل نموذج ويب ما يُكتب فيه إلى \`${mailbox}\`.`,
      emailsBefore: 'تستمر الرسائل في الوصول كما هي الآن.',
      emailsAfter: 'سيستمر وصول كل إرسال إليك بالبريد الإلكتروني.',
      createdForYou: (mailbox) => `أنشأ شخص ما عنوانًا لنموذج باستخدام بريدك الإلكتروني \`${mailbox}\`.`,
      retired: 'يُوقف العنوان نهائيًا: يتوقف نموذجه عن العمل.',
      alreadyRetired: 'لم يعد يقبل أي إرسال ولا يرسل أي بريد. لا حاجة إلى أي إجراء آخر.',
      ifStopped: 'يستمر النموذج في العمل ويُحفظ كل إرسال، لكن لا يُرسل إليك أي منها بالبريد بعد الآن.',
      stopped: 'تُحفظ الإرسالات ولا تُرسل بالبريد. وما يصل منها الآن لن يُرسل لاحقًا أيضًا.',
      restarted: 'من الآن فصاعدًا يُرسل إليك كل إرسال بالبريد.',
    },
    telemetry: {
      amount: counted({ few: 'أحداث', many: 'حدثًا', other: 'حدث' }),
      unlimited: (plan) => `تقبل خطة ${plan} عددًا غير محدود من الأحداث.`,
      receives: (mailbox) => `يرسل برنامج أحداثًا إلى عنوان أُنشئ من أجل \`${mailbox}\`.`,
      emailsBefore: EVENTS_ARE_SEEN,
      emailsAfter: EVENTS_ARE_SEEN,
      createdForYou: (mailbox) =>
        `أنشأ شخص ما عنوانًا للقياس عن بُعد باستخدام بريدك الإلكتروني \`${mailbox}\`.`,
      retired: 'يُوقف العنوان نهائيًا: لا يستطيع أي برنامج إرسال أحداث إليه بعد الآن.',
      alreadyRetired: 'لم يعد يقبل أي حدث ولا يرسل أي بريد. لا حاجة إلى أي إجراء آخر.',
      ifStopped:
        'يستمر في استقبال الأحداث، لكن لا تصلك بعد الآن رسائل بشأنه، مثل التنبيه إلى قرب نفاد الحصة.',
      stopped: 'تُحفظ الأحداث كما كانت، ولا تصلك رسائل بشأن هذا العنوان.',
      restarted: 'من الآن فصاعدًا تصلك الرسائل بشأن هذا العنوان من جديد.',
    },
    queue: {
      amount: counted({ few: 'رسائل', many: 'رسالة', other: 'رسالة' }),
      unlimited: (plan) => `تقبل خطة ${plan} عددًا غير محدود من الرسائل.`,
      receives: (mailbox) => `يضع برنامج رسائل في طابور أُنشئ من أجل \`${mailbox}\`.`,
      emailsBefore: MESSAGES_ARE_SEEN,
      emailsAfter: MESSAGES_ARE_SEEN,
      createdForYou: (mailbox) => `أنشأ شخص ما طابور رسائل باستخدام بريدك الإلكتروني \`${mailbox}\`.`,
      retired: 'يُوقف الطابور نهائيًا: لا يستطيع أي برنامج وضع رسائل فيه بعد الآن.',
      alreadyRetired: 'لم يعد الطابور يقبل أي رسالة ولا يرسل أي بريد. لا حاجة إلى أي إجراء آخر.',
      ifStopped:
        'يستمر الطابور في استقبال الرسائل، لكن لا يصلك بعد الآن بريد بشأنه، مثل التنبيه إلى قرب نفاد الحصة.',
      stopped: 'تُحفظ رسائل الطابور كما كانت، ولا يصلك بريد بشأنه.',
      restarted: 'من الآن فصاعدًا يصلك البريد بشأن هذا الطابور من جديد.',
    },
  },
  claim: {
    title: 'تملّك هذا العنوان',
    instruction: 'اضغط الزر ليصبح العنوان ملكك.',
    doneTitle: 'لهذا العنوان مالك',
    nowBelongs: (mailbox) => `أصبح هذا العنوان ملكًا لـ \`${mailbox}\``,
    belongs: (mailbox) => `هذا العنوان ملك لـ \`${mailbox}\``,
    changes: 'لا حاجة إلى اختيار كلمة مرور ولا إلى ملء أي شيء. هذا ما يتغير:',
    alreadyClaimed: 'سبق أن تم ذلك، وفتح الرابط مرة أخرى لا يغير شيئًا. هذا ما يعنيه:',
    capEnds: (amount) => `ينتهي الحد البالغ ${amount}.`,
    capEnded: (amount) => `انتهى الحد البالغ ${amount}.`,
    quota: (plan, amount) => `تقبل خطة ${plan} ${amount} في الشهر.`,
    neverExpires: 'لم تعد صلاحيته تنتهي إذا لم يصله شيء لفترة.',
    open: 'فتح لوحة التحكم',
    decline: 'لم أكن أنا',
    declineEffect:
      'زر «لم أكن أنا» يوقف العنوان نهائيًا ويحذف ما فيه، ويحظر بريدك الإلكتروني، فلا يستطيع أحد إنشاء عنوان آخر له. لا يمكن التراجع عن ذلك.',
  },
  decline: {
    askTitle: 'لم تطلب هذا؟',
    effects: 'إن لم تكن أنت من فعل ذلك، فاضغط الزر. سيؤدي ثلاثة أمور لا يمكن التراجع عن أي منها:',
    deleted: 'يُحذف كل ما أُرسل إليه.',
    suppressed: 'يُحظر بريدك الإلكتروني: لا يستطيع أحد إنشاء عنوان آخر له، ولن نراسلك بشأن ذلك مرة أخرى.',
    button: 'أوقفوه ولا تكتبوا إليّ مجددًا',
    ifYours: 'إن كان يخصك، فأغلق هذه الصفحة. لم يتغير شيء.',
    doneTitle: 'تم. لن نكتب إليك مرة أخرى',
    done: (mailbox) =>
      `أُوقف العنوان نهائيًا وحُذف ما كان فيه. لا يستطيع أحد إنشاء عنوان آخر من أجل \`${mailbox}\`.`,
    nothingElse: 'لا حاجة إلى أي إجراء آخر. قد تصل رسالة كانت في طريقها بالفعل.',
    alreadyTitle: 'هذا العنوان موقوف بالفعل',
    tooLateTitle: 'لم يعد هذا الرابط يوقف العنوان',
    tooLate: `مضى على تملّكه أكثر من ${DECLINE_DAYS_AFTER_CLAIM} يومًا، ولا ينبغي أن تتمكن رسالة قديمة من حذف ما فيه.`,
    tooLateAdvice: 'لإيقاف رسائله، استخدم الرابط الموجود في آخر رسالة أحدث.',
  },
  emails: {
    askTitle: 'هل تريد إيقاف رسائل هذا العنوان؟',
    canRestart: 'يمكنك تشغيلها من جديد في هذه الصفحة.',
    stop: 'إيقاف الرسائل',
    stoppedTitle: 'توقفت الرسائل',
    start: 'تشغيل الرسائل من جديد',
    startedTitle: 'عادت الرسائل',
  },
  deadLinks: {
    unknown: {
      title: 'هذا الرابط لا يعمل',
      why: 'لا يوجد هنا ما يخصه. ربما قطعه برنامج البريد.',
      what: 'انسخ الرابط كاملًا من الرسالة إلى شريط العنوان في متصفحك، من أوله إلى آخره.',
    },
    expired: {
      title: 'انتهى هذا الرابط مع عنوانه',
      why: `لم يتملّك أحد العنوان ولم يصله شيء خلال ${IDLE_DAYS} يومًا، فانتهت صلاحيته. لا يمكن التراجع عن ذلك.`,
      what: CREATE_NEW,
    },
    retired: {
      title: 'انتهى هذا الرابط مع عنوانه',
      why: 'أُوقف العنوان نهائيًا: لم يعد يقبل شيئًا ولا يرسل أي بريد. لا يمكن التراجع عن ذلك.',
      what: CREATE_NEW,
    },
  },
}

/** Three to ten, eleven to ninety-nine, and hundreds take another form of the noun each. */
function counted(forms: { few: string; many: string; other: string }) {
  return (digits: string, count: number): string => {
    const rule = PLURALS.select(count)
    return `${digits} ${rule === 'few' || rule === 'many' ? forms[rule] : forms.other}`
  }
}
