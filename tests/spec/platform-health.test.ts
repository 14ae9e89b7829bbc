import { beforeAll, describe, expect, test } from 'vitest'
import { platformHealth, setupSteps } from '#contract/desk/platform-health.ts'
import { outbox } from '#contract/inbox/outbox.ts'
import { logError } from '#contract/log/log-error.ts'
import { attach } from '#contract/storage/attach.ts'
import { lockedAccount } from '#contract/system/locked-account.ts'
import { user } from '#contract/system/user.ts'
import { foldIndexes } from '#server/base/database/folded-indexes.ts'
import { sql } from '#server/base/database/sql.ts'
import { wireTime } from '#server/base/process/clock.ts'
import { approve } from '../support/approve.ts'
import { addJob } from '../support/jobs.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { publish } from '../support/publish.ts'
import { createStaff, openWindow, register, requestLogin, uploadPdf, userIdOf } from '../support/scenario.ts'
import { assignPackage, createTenant } from '../support/tenants.ts'

let platform: Platform
let admin: Caller

beforeAll(async () => {
  platform = await openPlatform({ TENANT_MODE: 'on' })
  admin = await platform.admin()
})

const read = () => admin.get(platformHealth.read)

describe('the state of the platform', () => {
  test('counts the errors of today by source, as their list does', async () => {
    await admin.get(logError.calls.submitList, [{ type: 'TypeError', message: 'a' }] as never)
    const old = { serviceId: 'server' as const, exceptionName: 'Error', createTime: '2020-01-01 00:00:00' }
    await platform.db.insertInto('logError').values(old).execute()
    await platform.db
      .insertInto('logError')
      .values({ serviceId: 'server' as const, exceptionName: 'Error' })
      .execute()
    const { errors } = await read()
    const today = `${wireTime().slice(0, 10)} 00:00:00`
    const listed = async (serviceId: string) =>
      (await admin.get(logError.calls.list, { serviceId, createTime_datege: today })).total
    expect(errors).toEqual({ server: await listed('server'), browser: await listed('browser') })
    expect(errors?.browser).toBe(1)
    expect(errors?.server).toBe(1)
  })

  test('counts locks as their list does, with names that do not exist only for administrators', async () => {
    const { account, id } = await createStaff(platform, 'city', '320500')
    const officer = await createStaff(platform, 'platform')
    const counts = (by: Caller) =>
      Promise.all([
        by.get(platformHealth.read).then(({ lockedAccounts }) => lockedAccounts),
        by.get(lockedAccount.calls.list, {}).then(({ total }) => total),
      ])
    expect(await counts(admin)).toEqual([0, 0])
    for (const name of [account.toUpperCase(), 'nobody-of-this-name'])
      for (let i = 0; i < 6; i++) await requestLogin(platform, name, 'wrong')
    expect(await counts(admin)).toEqual([2, 2])
    expect(await counts(officer)).toEqual([1, 1])
    await admin.get(user.calls.unlock, { userIds: id })
    expect(await counts(admin)).toEqual([1, 1])
  })

  test('names texts that should be unique and differ only in their form, to administrators of their tenant', async () => {
    expect((await read()).doubles).toEqual([])
    const { db } = platform
    await sql`drop index post_post_code_key`.execute(db)
    await sql`create unique index post_post_code_key on post (tenant_id, post_code) where is_deleted = 0`.execute(db)
    const post = { postName: '岗位', category: 1, sort: 1 }
    await db
      .insertInto('post')
      .values(['ＱＡ１', 'qa1'].map((postCode) => ({ ...post, postCode })))
      .execute()
    expect((await read()).doubles).toEqual([{ label: ['岗位编号', 'Code'], count: 1, texts: ['ＱＡ１', 'qa1'] }])
    await db.updateTable('post').set({ isDeleted: 1 }).where('postCode', '=', 'qa1').execute()
    await foldIndexes(db)
    expect((await read()).doubles).toEqual([])
  })

  test('lists what the site still lacks, from its parameters and rows, for administrators of the platform', async () => {
    // whether the calendar of next year is missing depends on the month
    const lacks = async () => (await read()).lacks?.filter((step) => step !== 'calendar')
    const ofServer = ['address', 'mail', 'sms', 'backup']
    const found = ['calendar', 'officers']
    expect(await lacks()).toEqual(setupSteps.filter((step) => !found.includes(step)))
    const setParam = (paramKey: string, paramValue: string) =>
      platform.db.insertInto('param').values({ paramKey, paramValue, paramName: paramKey }).execute()
    await setParam('site.sponsor', '工业和信息化厅')
    await openWindow(admin)
    await setParam('site.icp', '京ICP备12345678号-1')
    await publish(admin)
    const { id } = await createStaff(platform, 'city', '320500')
    expect(await lacks()).toEqual([...ofServer, 'heads', 'experts', 'secondPerson'])
    for (const role of ['expert', 'expert', 'expert', 'platform', 'platform']) await createStaff(platform, role)
    const [department] = (
      await sql<{ id: string }>`select id from dept where head is null limit 1`.execute(platform.db)
    ).rows
    await sql`update "user" set dept_id = array[${department?.id}::bigint] where id = ${id}`.execute(platform.db)
    expect(await lacks()).toEqual([...ofServer, 'heads'])
    await sql`update dept set head = ${id} where id = ${department?.id}`.execute(platform.db)
    expect(await lacks()).toEqual(ofServer)
    // computed from the rows: a step comes back when what it needs is gone
    await sql`update template set close_at = now()`.execute(platform.db)
    expect(await lacks()).toEqual([...ofServer, 'window'])
    const officer = await createStaff(platform, 'platform')
    expect((await officer.get(platformHealth.read)).lacks).toBeNull()
  })

  test('counts the registrations that wait', async () => {
    const { account } = await register(platform)
    expect((await read()).registrations).toBe((await admin.get(user.calls.page, { status: 0 })).total)
    await approve(admin, await userIdOf(admin, account))
    expect((await read()).registrations).toBe(0)
  })

  test('measures the attachments and the disk they are on', async () => {
    await uploadPdf(admin)
    const { storage } = await read()
    const { records, total } = await admin.get(attach.calls.list, { size: 200 })
    expect(storage?.files).toBe(total)
    expect(storage?.bytes).toBe(records.reduce((sum, { attachSize }) => sum + (attachSize ?? 0), 0))
    expect(storage?.disk?.free).toBeGreaterThan(0)
    expect(storage?.disk?.size).toBeGreaterThanOrEqual(storage?.disk?.free ?? 0)
  })

  test('measures the attachments of a tenant, but not the disk that all share', async () => {
    const tenant = await createTenant(platform)
    await assignPackage(platform, [tenant])
    await uploadPdf(tenant.admin)
    const { storage } = await tenant.admin.get(platformHealth.read)
    expect(storage).toMatchObject({ files: 1, disk: null })
    expect((await tenant.admin.get(platformHealth.read)).address).toBeNull()
  })

  test('counts failed jobs of the last day, and the queue', async () => {
    const at = (hours: number) => wireTime(new Date(Date.now() - hours * 3_600_000))
    const jobs = [
      { status: 4, endedAt: at(1) },
      { status: 4, endedAt: at(30) },
      { status: 1, createTime: at(2) },
      { status: 5, endedAt: at(1) },
    ] as const
    for (const job of jobs) await addJob(platform.db, { ...job, kind: 'none', createUser: '1' })
    expect((await read()).jobs).toMatchObject({ failed: 1, waiting: 1, running: 0, oldestMinutes: 120 })
  })

  test('says whether messages can be sent, and counts those that wait and those that failed, as their list does', async () => {
    const nothing = { mail: false, sms: false, waiting: 0, failed: 0, oldestMinutes: null }
    expect((await read()).messages).toEqual(nothing)
    const { rows } = await sql<{
      id: string
    }>`insert into message (tenant_id, to_user, kind, title, title_en, text, text_en, link)
      select tenant_id, id, 'system', 't', 't', '', '', '/' from "user" where account = 'admin' returning id`.execute(
      platform.db,
    )
    const queue = (state: string, channel: string, minutes: number) =>
      sql`insert into outbox (message_id, to_user, kind, channel, state, next_at)
        select id, to_user, kind, ${channel}, ${state}, now() - make_interval(mins => ${minutes}) from message where id = ${rows[0]?.id}`.execute(
        platform.db,
      )
    await queue('waiting', 'email', 20)
    await queue('failed', 'sms', 0)
    expect((await read()).messages).toEqual({ ...nothing, waiting: 1, failed: 1, oldestMinutes: 20 })
    expect((await admin.get(outbox.calls.list, { state: 'failed' })).total).toBe(1)
  })

  test('shows the last backup and a failure after it to administrators of the platform', async () => {
    const { db } = platform
    // the platform of this test has a database of its own, so its administrators enable the backup
    expect((await read()).backup?.words[1]).toBe('Manual')
    await sql`insert into backup (name, directory, started_at, ended_at, bytes, files, missing_files, proved_rows, proved_files,
        proved_entries) values ('one.backup', '/b', now() - interval '3 hours 9 seconds', now() - interval '3 hours', 100, 2, 1, 7, 2, 5)`.execute(
      db,
    )
    expect((await read()).backup).toMatchObject({
      ...{
        tone: 'good',
        words: ['已验证', 'Proved'],
        figure: ['3 小时前', '3 h ago'],
      },
      note: [
        expect.stringMatching(
          /7 行、2 个文件，审计链 5 条完整；1 个附件.*仅存于本机.*已暂停.*backup\.key.*\/b\/one\.backup$/,
        ),
        expect.any(String),
      ],
    })
    const fail = (hours: number) =>
      sql`insert into job_run (kind, trigger, status, ended_at, result, result_en)
        values ('backup', 'plan', 4, now() - make_interval(hours => ${hours}), '磁盘已满', 'full')`.execute(db)
    await fail(4)
    expect((await read()).backup?.tone).toBe('good')
    await fail(1)
    expect((await read()).backup).toMatchObject({
      tone: 'bad',
      note: [expect.stringMatching(/^磁盘已满；/), expect.stringMatching(/^full; /)],
    })
    const tenant = await createTenant(platform)
    await assignPackage(platform, [tenant])
    expect((await tenant.admin.get(platformHealth.read)).backup).toBeNull()
  })

  test('reports what the database server archives', async () => {
    expect((await read()).archiving).toEqual({ enabled: false, lastAt: null, lastFailureAt: null })
  })

  test('shows administrators of the platform whether its public address is set', async () => {
    expect((await read()).address).toEqual({ publicUrl: null })
  })

  test('contains only figures whose list the caller may open', async () => {
    const auditor = await createStaff(platform, 'auditor')
    expect(await auditor.get(platformHealth.read)).toMatchObject({
      lockedAccounts: null,
      registrations: null,
      faultyProcesses: null,
      newerProcesses: null,
      storage: null,
      jobs: null,
      messages: null,
      backup: null,
      archiving: null,
      doubles: null,
      address: null,
    })
    const city = await createStaff(platform, 'city', '320500')
    expect((await city.ask(platformHealth.read)).status).toBe(403)
  })
})
