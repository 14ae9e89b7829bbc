import { notice } from '#contract/desk/notice.ts'
import { datasource } from '#contract/develop/datasource.ts'
import { outbox } from '#contract/inbox/outbox.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import type { Text } from '#contract/kit/text.ts'
import { column } from '#contract/news/column.ts'
import { company } from '#contract/project/company.ts'
import { template } from '#contract/project/template.ts'
import { smsMessage } from '#contract/storage/sms-message.ts'
import { DefaultScreen } from './crud/default-screen.tsx'

/** Default screens that say what applies while their list is empty. */

const screenOf = (of: AnyEntity, emptyNote: Text) => () => <DefaultScreen of={of} emptyNote={emptyNote} />

export const Notices = screenOf(notice, [
  '还没有通知。新增后显示在各用户的工作台和消息中心。',
  'There are no notices. A new one appears on the desk and among the messages of every user.',
])
export const Companies = screenOf(company, [
  '还没有单位。注册账号审核通过后，其单位自动列入；也可以新增或导入。',
  'There are no organisations. One is entered when its first account is approved, and others can be added or imported.',
])
export const Templates = screenOf(template, [
  '还没有申报模板。新增并启用后，符合条件的单位可在开放时间内申报。',
  'There is no template. Once one is enabled, eligible organisations can declare projects while it is open.',
])
export const Columns = screenOf(column, [
  '还没有栏目。新闻和文件发布到栏目，在门户相应页面显示。',
  'There are no columns. Articles and files are published in a column, which is a page of the portal.',
])
export const SmsMessages = screenOf(smsMessage, [
  '平台发送登录验证码、平台消息或手动发送短信后，在此留下记录；未启用短信服务时，短信内容留存于此。',
  'Login codes, platform messages and manually sent SMS are listed here once sent; without an SMS provider, their text is kept here.',
])
export const SendingQueue = screenOf(outbox, [
  '还没有邮件或短信。配置邮件服务或短信服务商后，平台消息在此排队发送。',
  'There is no e-mail or SMS yet. Once a mail server or an SMS provider is set up, messages are sent from this queue.',
])
export const DataSources = screenOf(datasource, [
  '新增数据源并填写外部数据库的连接地址后，可在“租户管理”中将其分配给租户。',
  'External databases that you add by their address appear here, and can be assigned to tenants under “Tenants”.',
])
