import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { platformHealth } from '#contract/desk/platform-health.ts'
import { messages as inboxMessages } from '#contract/inbox/message.ts'
import type { Channel } from '#contract/inbox/message-kinds.ts'
import { messagePreferences } from '#contract/inbox/message-preference.ts'
import { outbox } from '#contract/inbox/outbox.ts'
import { sms, smsKinds } from '#contract/storage/sms.ts'
import { smsMessage } from '#contract/storage/sms-message.ts'
import { param } from '#contract/system/param.ts'
import { user } from '#contract/system/user.ts'
import { sql } from '#server/base/database/sql.ts'
import { repeatEvery } from '#server/base/process/repeat.ts'
import type { UserCtx } from '#server/engine/context.ts'
import { doneAbout, type NewMessage, notify } from '#server/inbox/notify.ts'
import { type ChannelSenders, defaultTimings, sendOutbox } from '#server/inbox/outbox-sender.ts'
import { sendMail } from '#server/inbox/send-mail.ts'
import { sendMessageSms } from '#server/storage/message-sms.ts'
import { cleanUp } from '../support/cleanup.ts'
import { contextFor, person } from '../support/context.ts'
import { addJob } from '../support/jobs.ts'
import { headerOf, openMailServer, type ReceivedMail, textOf } from '../support/mail-server.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { openRecordingServer } from '../support/recording-server.ts'
import { createUserWithoutRights, password, userIdOf } from '../support/scenario.ts'

type Person = Caller & { account: string; id: string }

let platform: Platform
let admin: Caller
let reader: Person
let ctx: UserCtx
let mails: readonly ReceivedMail[]
/** Answers of the mail server to recipients, by address. */
const rejections = new Map<string, { code: number; message: string }>()
const fast = { ...defaultTimings, holdSeconds: 0, backoffSeconds: [0, 0] }
const senders: ChannelSenders = { email: sendMail, sms: sendMessageSms }

/** Sends again and again until the test file ends, as the job of the outbox does. */
const keepSending = ({ app }: Platform) =>
  cleanUp(
    repeatEvery(
      20,
      () => sendOutbox(app, senders, { timings: fast }),
      (error) => app.log.error(error),
    ),
  )

beforeAll(async () => {
  const mailServer = await openMailServer((to) => rejections.get(to) ?? null)
  mails = mailServer.mails
  platform = await openPlatform({
    SMTP_URL: mailServer.url,
    PUBLIC_URL: 'https://5g.test',
    OUTGOING_HOSTS: '127.0.0.1',
  })
  keepSending(platform)
  admin = await platform.admin()
  reader = await createUserWithoutRights(platform)
  ctx = await contextFor(platform.app, person({ id: '1' }))
})

const setParameter = async (paramKey: string, paramValue: string) => {
  const { records } = await admin.get(param.calls.list, { paramKey_equal: paramKey })
  await admin.get(param.calls.submit, { id: records[0]?.id ?? null, paramName: paramKey, paramKey, paramValue })
}

let serial = 0
beforeEach(async () => {
  serial++
  await platform.db
    .updateTable('user')
    .set({ email: `reader${serial}@example.com`, phone: `1380000${String(serial).padStart(4, '0')}`, status: 1 })
    .where('id', '=', reader.id)
    .execute()
  await platform.db.deleteFrom('messagePreference').execute()
})
const email = () => `reader${serial}@example.com`

/** Resolves to the id of the message. */
const send = async (more: Partial<NewMessage> = {}): Promise<string> => {
  const title = `消息${++serial}`
  await platform.db.updateTable('user').set({ email: email() }).where('id', '=', reader.id).execute()
  const message: NewMessage = {
    to: [reader.id],
    kind: 'result',
    about: null,
    title: [title, title],
    link: '/a?b=1',
    ...more,
  }
  await notify(ctx, message)
  const row = platform.db.selectFrom('message').select('id').orderBy('id', 'desc').limit(1)
  return (await row.executeTakeFirstOrThrow()).id
}
const rowsOf = async (messageId: string) => (await admin.get(outbox.calls.list, { messageId_equal: messageId })).records
const endOf = async (messageId: string, state: string, channel: Channel = 'email') => {
  const find = async () => (await rowsOf(messageId)).find((row) => row.channel === channel)
  await expect.poll(async () => (await find())?.state).toBe(state)
  return find()
}
const mailsTo = (to: string) => mails.filter((mail) => mail.to.includes(to))

describe('an e-mail', () => {
  test('contains the title and a link to the exact place, and nothing of the text', async () => {
    const id = await send({ title: ['申报被退回', 'Returned'], text: ['机密内容', 'Confidential'] })
    await endOf(id, 'sent')
    const [mail, ...others] = mailsTo(email()) as [ReceivedMail]
    expect(others).toEqual([])
    expect(textOf(mail)).toContain('申报被退回 / Returned')
    expect(textOf(mail)).toContain('https://5g.test/a?b=1')
    expect(textOf(mail)).not.toContain('机密内容')
    const [row] = await rowsOf(id)
    expect(headerOf(mail, 'message-id')).toBe(`<outbox-${row?.id}@5g.test>`)
    expect(row).toMatchObject({ attempts: 1, reason: null, toUserName: expect.any(String) })
  })

  test('has the sender and the text of the parameters', async () => {
    await setParameter('message.mailSender', '5G平台 <notice@5g.test>')
    await setParameter('message.mailText', '您好：{title}\\n{link}')
    await endOf(await send({ title: ['标题', 'Title'] }), 'sent')
    const [mail] = mailsTo(email()) as [ReceivedMail]
    expect(mail.from).toBe('notice@5g.test')
    expect(textOf(mail)).toContain('您好：标题 / Title')
  })

  test('about changed contacts goes to the address from before', async () => {
    const before = email()
    const input = { phone: '13700009999', email: `new.${before}`, password: platform.encrypt(password) }
    await reader.get(user.calls.updateContacts, input)
    await expect.poll(() => mailsTo(before).map(textOf).join()).toContain('您账号的手机号码或邮箱已修改')
    expect(mailsTo(`new.${before}`)).toEqual([])
  })

  test('is tried again after a temporary failure, and sent once', async () => {
    serial++
    rejections.set(`reader${serial + 1}@example.com`, { code: 451, message: 'try later' })
    const id = await send()
    const reasonOf = async () => (await rowsOf(id))[0]?.reason
    await expect.poll(reasonOf).toContain('try later')
    rejections.delete(email())
    const isSent = async () => (await rowsOf(id))[0]?.state
    await expect.poll(isSent).toMatch(/sent|failed/)
    if ((await isSent()) === 'failed') await admin.get(outbox.calls.retry, { ids: (await rowsOf(id))[0]?.id ?? '' })
    await endOf(id, 'sent')
    expect(mailsTo(email())).toHaveLength(1)
  })

  test('is given up after three attempts, with the reason, until an administrator sends it again', async () => {
    rejections.set(`reader${serial + 1}@example.com`, { code: 450, message: 'mailbox busy' })
    const id = await send()
    const row = await endOf(id, 'failed')
    expect(row).toMatchObject({ attempts: 3, reason: expect.stringContaining('mailbox busy') })
    rejections.delete(email())
    await admin.get(outbox.calls.retry, { ids: row?.id ?? '' })
    await endOf(id, 'sent')
    const only = '只能重新发送失败或未发送的消息'
    expect(await admin.ask(outbox.calls.retry, { ids: row?.id ?? '' })).toMatchObject({ status: 400, msg: only })
    for (const ids of ['424242', `${row?.id},424242`])
      expect(await admin.ask(outbox.calls.retry, { ids })).toMatchObject({ status: 404, msg: '该数据不存在或已被删除' })
    const audited = platform.db
      .selectFrom('audit')
      .select('verb')
      .where('entity', '=', 'outbox')
      .where('rowId', '=', row?.id ?? '')
      .where('outcome', '=', 1)
    expect(await audited.execute()).toEqual([{ verb: 'retry' }])
  })

  test('without a mail server is no failure; it can be sent once there is one', async () => {
    const other = await openPlatform()
    const site = await other.admin()
    const id = await userIdOf(site, 'admin')
    await other.db.updateTable('user').set({ email: 'reader@example.com' }).where('id', '=', id).execute()
    const withServer = { ...other.app, env: { ...other.app.env, smtpUrl: 'smtp://mail.invalid' } }
    await notify(await contextFor(withServer), {
      ...{ to: [id], kind: 'result', about: null, title: ['标题', 'Title'], link: '/a' },
      includesCaller: true,
    })
    keepSending(other)
    const rows = async () => (await site.get(outbox.calls.list, {})).records
    await expect.poll(async () => (await rows()).map(({ state }) => state)).toEqual(['unsent'])
    expect(await rows()).toMatchObject([{ attempts: 1, reason: '未配置邮件服务（SMTP_URL）' }])
    const { messages } = await site.get(platformHealth.read)
    expect(messages).toMatchObject({ mail: false, sms: false, failed: 0 })
    expect((await site.get(inboxMessages.list, {})).records).toMatchObject([{ title: '标题' }])
    expect((await site.ask(outbox.calls.retry, { ids: (await rows())[0]?.id ?? '' })).success).toBe(true)
  })

  test('to an address that does not exist is given up at once', async () => {
    rejections.set(`reader${serial + 1}@example.com`, { code: 550, message: 'no such user' })
    expect(await endOf(await send(), 'failed')).toMatchObject({
      attempts: 1,
      reason: expect.stringContaining('no such user'),
    })
  })

  test('is not sent once the message has been read, unless the law requires it', async () => {
    const [read, required] = [{ about: null }, { about: null, isRequired: true }]
    await sql`create function mark_read() returns trigger language plpgsql as $$ begin new.read_at = now(); return new; end $$`.execute(
      platform.db,
    )
    await sql`create trigger mark_read before insert on message for each row execute function mark_read()`.execute(
      platform.db,
    )
    await endOf(await send(read), 'skipped')
    await endOf(await send(required), 'sent')
    await sql`drop trigger mark_read on message`.execute(platform.db)
  })

  test('is not sent about a matter that the recipient may no longer see', async () => {
    const about = { table: 'backgroundJob', id: await addJob(platform.db, { status: 5, createUser: '1' }) }
    expect(await endOf(await send({ about }), 'skipped')).toMatchObject({ reason: '对方已无权查看该事项' })
    await doneAbout(ctx, about)
  })

  test('whose server ended while sending is not sent again by itself', async () => {
    const id = await send()
    await endOf(id, 'sent')
    await sql`update outbox set state = 'sending', next_at = now() - interval '1 second' where message_id = ${id}`.execute(
      platform.db,
    )
    expect(await endOf(id, 'failed')).toMatchObject({ reason: '服务中断，不能确定对方是否已收到' })
    const english = { 'blade-language': 'en' }
    const reasonIn = async () =>
      (await admin.get(outbox.calls.list, { messageId_equal: id }, english)).records.map(({ reason }) => reason)
    const reason = 'The service was interrupted; it is unknown whether the recipient has it'
    expect(await reasonIn()).toEqual([reason])
    const [row] = await rowsOf(id)
    expect((await admin.get(outbox.calls.detail, { id: row?.id }, english)).reason).toBe(reason)
    // a reason from before there were two languages stays readable
    await sql`update outbox set reason = '邮箱已满', reason_en = null where message_id = ${id}`.execute(platform.db)
    expect(await reasonIn()).toEqual(['邮箱已满'])
    expect(mailsTo(email())).toHaveLength(1)
  })
})

describe('the channels of a person', () => {
  test('are chosen for each kind, and messages that the law requires are sent in any case', async () => {
    const [emailState, smsState] = await reader.get(messagePreferences.list)
    expect(emailState).toMatchObject({ channel: 'email', unavailable: null, isOn: { result: 1, system: 1 } })
    expect(emailState?.address).toMatch(/^r\*\*\*@example\.com$/)
    expect(smsState).toMatchObject({
      channel: 'sms',
      isOn: { result: 0 },
      unavailable: expect.stringContaining('短信'),
    })
    await reader.get(messagePreferences.save, { channel: 'email', kind: 'result', isOn: 0 })
    expect((await reader.get(messagePreferences.list))[0]).toMatchObject({ isOn: { result: 0, system: 1 } })
    expect(await rowsOf(await send())).toEqual([])
    expect(await rowsOf(await send({ kind: 'system' }))).toMatchObject([{ channel: 'email' }])
    expect(await rowsOf(await send({ isRequired: true }))).toMatchObject([{ channel: 'email' }])
  })

  test('do not contain e-mail without a mail server or an address', async () => {
    await platform.db.updateTable('user').set({ email: null }).where('id', '=', reader.id).execute()
    expect((await reader.get(messagePreferences.list))[0]).toMatchObject({
      address: null,
      unavailable: expect.stringContaining('邮箱'),
    })
    const other = await openPlatform()
    expect((await (await other.admin()).get(messagePreferences.list))[0]).toMatchObject({
      unavailable: '平台未配置邮件服务，暂不能发送邮件',
    })
  })
})

describe('an SMS', () => {
  test('is sent with the template of the parameter, if a provider is in use and the person wants it', async () => {
    await sql`delete from allowance`.execute(platform.db)
    const site = await openRecordingServer(() => ({
      json: { Code: 'OK', Message: 'OK', BizId: 'biz-1', RequestId: 'r' },
    }))
    const provider = { category: smsKinds.aliyun, smsCode: 'notice', templateId: 'SMS_1', signName: '平台' }
    const keys = { endpoint: site.endpoint, accessKey: 'key', secretKey: 'secret' }
    const { id } = await admin.get(sms.calls.submit, { ...provider, ...keys })
    await admin.get(sms.calls.enable, { id })
    await reader.get(messagePreferences.save, { channel: 'sms', kind: 'result', isOn: 1 })
    expect((await rowsOf(await send())).map(({ channel }) => channel)).toEqual(['email'])
    await setParameter('message.smsTemplate', 'SMS_2')
    await endOf(await send({ title: ['已受理', 'Accepted'] }), 'sent', 'sms')
    expect(site.calls.map(({ query, body }) => `${query}${body}`).join()).toContain('SMS_2')
    const { records } = await admin.get(smsMessage.calls.list, { purpose: 'message' })
    expect(records).toMatchObject([{ result: 1, messageId: 'biz-1' }])
    const second = await endOf(await send(), 'failed', 'sms')
    expect(second).toMatchObject({ reason: expect.stringContaining('操作过于频繁') })
    const { records: queued } = await admin.get(
      outbox.calls.list,
      { state: 'failed', channel: 'sms' },
      { 'blade-language': 'en' },
    )
    expect(queued[0]?.reason).toMatch(/^Too many attempts; please try again in \d+ /)
  })
})
