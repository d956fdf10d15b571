/** Meaning of a field by its name. */
export type FieldRole =
  | 'name'
  | 'first_name'
  | 'last_name'
  | 'email'
  | 'phone'
  | 'message'
  | 'subject'
  | 'company'

/**
 * Names of fields, one line per language: English, German, French, Spanish, Italian, Portuguese, Dutch, Polish, Czech and
 * Slovak, Danish and Norwegian, Swedish, Finnish, Hungarian, Romanian, Turkish, Indonesian, Vietnamese, Croatian, Russian and
 * Ukrainian, Bulgarian, Greek, Hebrew, Arabic, Persian, Hindi, Thai, Japanese, Chinese, Korean. A hyphen stands for any
 * separator. A name belongs to the first role that lists it.
 */
export const ROLE_NAMES: Readonly<Record<FieldRole, string>> = {
  name: `
    name full-name sender sender-name from-name
    namen vollstandiger-name vor-und-nachname absender ansprechpartner
    nom nom-complet nom-et-prenom nom-prenom prenom-et-nom prenom-nom
    nombre nombre-completo nombre-y-apellido nombre-y-apellidos
    nome nome-completo nome-e-cognome nominativo
    nome-e-sobrenome
    naam volledige-naam
    imie-i-nazwisko pelne-imie
    jmeno jmeno-a-prijmeni cele-jmeno meno meno-a-priezvisko
    navn fulde-navn fullt-navn
    namn fullstandigt-namn for-och-efternamn
    nimi koko-nimi
    nev teljes-nev
    nume nume-si-prenume nume-complet
    isim ad-soyad isim-soyisim adiniz adiniz-soyadiniz
    nama nama-lengkap
    ho-ten ho-va-ten
    ime ime-i-prezime
    имя фио имя-и-фамилия фамилия-и-имя полное-имя имя-фамилия ім'я імя піб имʼя
    име име-и-фамилия
    ονομα ονοματεπωνυμο
    שם שם-מלא
    الاسم اسم الاسم-الكامل اسمك
    نام نام-کامل نام-و-نام-خانوادگی
    नाम पूरा-नाम
    ชื่อ ชื่อ-นามสกุล
    名前 氏名 ネーム 御名前
    姓名 名字 名称 称呼
    이름 성명 성함`,
  first_name: `
    first-name given-name fname forename vorname prenom primeiro-nome primer-nombre nome-proprio voornaam imie krestni-jmeno
    fornavn fornamn etunimi keresztnev prenume nama-depan 名 имя-отчество שם-פרטי الاسم-الأول`,
  last_name: `
    last-name family-name surname lname nachname familienname zuname nom-de-famille apellido apellidos cognome sobrenome
    apelido ultimo-nome achternaam nazwisko prijmeni priezvisko etternavn efternavn efternamn sukunimi vezeteknev
    soyad soyadi soyisim soyadiniz nama-belakang prezime фамилия прізвище επωνυμο שם-משפחה اسم-العائلة اللقب
    نام-خانوادگی นามสกุล 姓 苗字 名字 성`,
  email: `
    email mail email-address email-addr email-id mail-address mail-addr mail-id emailid
    email-adresse mail-adresse mailadresse
    courriel adresse-courriel adresse-email adresse-mail adresse-de-courriel adresse-electronique
    correo correo-electronico direccion-de-correo direccion-de-correo-electronico direccion-email
    posta-elettronica indirizzo-email indirizzo-mail indirizzo-di-posta-elettronica
    correio correio-eletronico correio-electronico endereco-de-email endereco-email
    emailadres e-mailadres mailadres
    adres-email adres-e-mail poczta poczta-elektroniczna
    emailova-adresa e-mailova-adresa
    epost e-post epostadresse epostadress e-postadress
    sahkoposti sahkopostiosoite
    email-cim e-mail-cim
    adresa-email adresa-de-email
    eposta e-posta e-posta-adresi eposta-adresi
    surel alamat-email
    dia-chi-email thu-dien-tu
    email-adresa e-posta-adresa
    почта эл-почта электронная-почта адрес-электронной-почты мейл имейл емейл емайл пошта електронна-пошта електронна-адреса
    електронна-поща поща
    ηλεκτρονικο-ταχυδρομειο διευθυνση-email
    אימייל מייל דואל דואר-אלקטרוני כתובת-מייל כתובת-אימייל
    البريد البريد-الإلكتروني بريد البريد-الالكتروني ايميل الايميل بريدك-الإلكتروني عنوان-البريد-الإلكتروني
    ایمیل پست-الکترونیک رایانامه
    ईमेल ई-मेल
    อีเมล อีเมล์
    メール メールアドレス eメール 電子メール メアド
    邮箱 电子邮箱 邮件 电子邮件 邮箱地址 電子郵件 電郵 信箱
    이메일 메일 전자우편 이메일주소`,
  phone: `
    phone phone-number tel telephone telephone-number mobile mobile-number mobile-phone cell cellphone whatsapp fax
    telefon telefonnummer handy handynummer mobil rufnummer
    portable numero-de-telephone
    telefono movil celular numero-de-telefono
    cellulare numero-di-telefono
    telefone telemovel
    telefoon telefoonnummer
    numer-telefonu telefonni-cislo telefoni
    puhelin puhelinnumero telefonszam numar-de-telefon telefon-numarasi cep-telefonu
    telepon nomor-telepon dien-thoai so-dien-thoai broj-telefona
    телефон номер-телефона номер-телефону τηλεφωνο טלפון נייד
    الهاتف هاتف رقم-الهاتف الجوال تلفن شماره-تلفن फोन फ़ोन โทรศัพท์ เบอร์โทร
    電話 電話番号 携帯 携帯番号 电话 电话号码 手机 手机号 手机号码 전화 전화번호 휴대폰 연락처`,
  message: `
    message messages msg comment comments text body description details inquiry enquiry question questions note notes
    content feedback request
    nachricht mitteilung kommentar anfrage frage bemerkung bemerkungen anliegen
    commentaire commentaires demande
    mensaje comentario comentarios consulta pregunta
    messaggio commento richiesta domanda testo
    mensagem duvida
    bericht vraag opmerking opmerkingen
    wiadomosc tresc pytanie
    zprava sprava dotaz
    besked melding beskjed henvendelse
    meddelande fraga
    viesti
    uzenet
    mesaj
    mesajiniz
    pesan
    tin-nhan noi-dung
    poruka sporocilo
    сообщение текст комментарий вопрос повідомлення коментар
    съобщение
    μηνυμα
    הודעה
    الرسالة رسالة رسالتك نص-الرسالة
    پیام
    संदेश सन्देश
    ข้อความ
    メッセージ 問い合わせ内容 問い合わせ 内容 本文 質問 ご質問
    留言 留言内容 消息 信息 咨询内容 訊息
    메시지 내용 문의 문의내용`,
  subject: `
    subject topic title betreff thema objet sujet asunto oggetto assunto onderwerp temat predmet emne amne aihe targy subiect
    konu тема הנושא נושא الموضوع موضوع 件名 題名 主题 主題 제목`,
  company: `
    company company-name organization organisation firma unternehmen entreprise societe empresa azienda bedrijf
    компания 会社名 会社 公司 公司名称 الشركة 회사`,
}
