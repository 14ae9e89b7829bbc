import { fill, type Text } from '#contract/kit/text.ts'
import type { InstanceRow } from './instance-row.ts'

/** Titles of the messages about an instance: `{0}` is what it is about, `{1}` the step that waits. */
export interface MessageWords {
  readonly waiting: Text
  /** To the person who started it, when it comes back to them. */
  readonly returned: Text
  readonly agreed: Text
  readonly refused: Text
  readonly ended: Text
  /** To those who have it, when the person who started it reminds them. */
  readonly reminded: Text
  /** To whom somebody passes its task on. */
  readonly transferred: Text
  /** To the person whose deputy has handled it. */
  readonly deputised: Text
  /** To a colleague who gets a copy. */
  readonly copied: Text
  /** To a colleague who is consulted, and to who has consulted them when they have advised. */
  readonly consulted: Text
  readonly advised: Text
}

const usual: MessageWords = {
  waiting: ['“{0}”待您办理：{1}', '“{0}” is waiting for you: {1}'],
  returned: ['“{0}”被退回，请修改后重新提交', '“{0}” was returned: please correct it and send it again'],
  agreed: ['“{0}”已办结', '“{0}” has been completed'],
  refused: ['“{0}”已办结：不同意', '“{0}” has ended: refused'],
  ended: ['“{0}”已由管理员终止', 'An administrator has ended “{0}”'],
  reminded: ['“{0}”的发起人催办，请尽快办理：{1}', 'Please handle “{0}”, of which its starter reminds you: {1}'],
  transferred: ['“{0}”转您办理：{1}', '“{0}” was passed on to you: {1}'],
  deputised: ['“{0}”已由代办人办理：{1}', 'Your deputy has handled “{0}”: {1}'],
  copied: ['“{0}”抄送您阅知：{1}', 'For your information: “{0}” ({1})'],
  consulted: ['“{0}”请您提出加签意见：{1}', 'Your advice on “{0}” is requested: {1}'],
  advised: ['“{0}”有新的加签意见：{1}', 'Advice on “{0}” has arrived: {1}'],
}

/** By the table that the process is about. */
const special: Readonly<Record<string, Partial<MessageWords>>> = {
  leave: {
    waiting: ['{0}待您办理：{1}', '{0} waits for you: {1}'],
    returned: [
      '您的请假申请被退回，请修改后重新提交',
      'Your leave request was returned: please correct it and send it again',
    ],
    agreed: ['您的请假申请已批准', 'Your leave request was approved'],
    refused: ['您的请假申请已撤销', 'Your leave request was withdrawn'],
    ended: ['您的请假申请已由管理员终止', 'An administrator has ended your leave request'],
    reminded: ['申请人催办{0}，请尽快办理：{1}', 'Please handle {0}, of which the applicant reminds you: {1}'],
    transferred: ['{0}转您办理：{1}', '{0} was passed on to you: {1}'],
    deputised: ['{0}已由代办人办理：{1}', 'Your deputy has handled {0}: {1}'],
    copied: ['{0}抄送您阅知：{1}', 'For your information: {0} ({1})'],
  },
  recommend: {
    waiting: ['项目推荐“{0}”待您办理：{1}', 'The recommendation of “{0}” waits for you: {1}'],
    returned: [
      '您推荐的项目“{0}”被退回，请修改后重新提交',
      'Your recommendation of “{0}” was returned: please correct it and send it again',
    ],
    agreed: ['您推荐的项目“{0}”已通过审核', 'Your recommendation of “{0}” was approved'],
    refused: ['您推荐的项目“{0}”已撤销推荐', 'Your recommendation of “{0}” was withdrawn'],
    ended: ['您推荐的项目“{0}”已由管理员终止审核', 'An administrator has ended the review of “{0}”'],
    reminded: [
      '推荐人催办项目推荐“{0}”，请尽快办理：{1}',
      'Please handle the recommendation of “{0}”, of which its recommender reminds you: {1}',
    ],
    transferred: ['项目推荐“{0}”转您办理：{1}', 'The recommendation of “{0}” was passed on to you: {1}'],
    deputised: ['项目推荐“{0}”已由代办人办理：{1}', 'Your deputy has handled the recommendation of “{0}”: {1}'],
    copied: ['项目推荐“{0}”抄送您阅知：{1}', 'For your information: the recommendation of “{0}” ({1})'],
  },
}

/** The title of a message about an instance. The subject of one that has a title of its own is private. */
export const messageTitle = (
  { businessTable, subject, title }: Pick<InstanceRow, 'businessTable' | 'subject' | 'title'>,
  event: keyof MessageWords,
  step: Text | '' = '',
): Text => fill(special[businessTable]?.[event] ?? usual[event], title ?? subject, step)
