import { type ParamDefinition, textParam } from './param-kinds.ts'

/** Parameters of the e-mails and SMS that the inbox sends. */
export const messageParams = {
  'message.smsTemplate': textParam(
    (value) => /^[\w-]{0,64}$/.test(value),
    ['短信服务商的模板编号', 'a template ID of the SMS provider'],
    {
      name: ['消息短信模板', 'SMS template of messages'],
      description: [
        '消息短信在短信服务商处的模板编号，变量 title 为消息标题。留空时不发送消息短信，登录验证码不受影响。',
        'The ID of the template for messages at the SMS provider; its variable title is the title of the message. If empty, messages are not sent by SMS. Login codes are not affected.',
      ],
      initial: '',
    },
  ),
  'message.mailSender': textParam(
    (value) => /^[^<>\r\n]*<?[^\s@<>]+@[^\s@<>]+>?$/.test(value),
    ['邮箱地址，可带名称', 'an e-mail address, with or without a name'],
    {
      name: ['邮件发件人', 'Sender of e-mails'],
      description: [
        '消息邮件的发件人，如“平台通知 <notice@example.com>”。留空时使用 SMTP_URL 中的账号。',
        'The sender of e-mails, such as “Platform <notice@example.com>”. If empty, the account in SMTP_URL.',
      ],
      initial: '',
    },
  ),
  'message.mailText': textParam(
    (value) => value.includes('{title}') && value.includes('{link}'),
    ['包含 {title} 和 {link} 的文字', 'a text that contains {title} and {link}'],
    {
      name: ['邮件正文', 'Text of e-mails'],
      description: [
        '消息邮件的正文，{title} 替换为消息标题，{link} 替换为链接，\\n 替换为换行。邮件不包含申报内容。',
        'The text of e-mails; {title} becomes the title of the message, {link} the link, \\n a line break. E-mails contain nothing of a declaration.',
      ],
      initial: '{title}\\n\\n请登录平台查看 / Please log in to read it: {link}',
    },
  ),
} as const satisfies Readonly<Record<string, ParamDefinition>>
