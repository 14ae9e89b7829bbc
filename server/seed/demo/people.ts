import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { consentCodes } from '#contract/consent.ts'
import { generatePassword, hashPassword } from '../../auth/password-hash.ts'
import type { Db } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import type { DemoCompany } from './companies.ts'
import { startOfStage } from './declarations.ts'

export interface DemoPerson {
  account: string
  role: string
  realName: string
  region?: string
  company?: DemoCompany
  operator?: number
  note: string
}

/** One account for each role of the scenario, and a second one for the platform; the reviewers are in Suzhou and Jiangsu, like the scenario's enterprise. */
export const scenarioPeople = (
  enterprise: DemoCompany,
  declared: DemoCompany,
  returned: DemoCompany,
  operator: DemoCompany,
): DemoPerson[] => [
  {
    account: 'demo.platform',
    role: 'platform',
    realName: '平台管理员',
    note: '平台管理员：模板、单位、公示、入库与新闻',
  },
  // a removal from the library takes two people
  {
    account: 'demo.platform2',
    role: 'platform',
    realName: '平台复核员',
    note: '平台管理员：确认或撤销他人提出的移出项目库申请',
  },
  {
    account: 'demo.enterprise',
    role: 'enterprise',
    realName: '企业填报人',
    company: enterprise,
    note: '企业：可新建申报',
  },
  {
    account: 'demo.declared',
    role: 'enterprise',
    realName: '已提交企业填报人',
    company: declared,
    note: '企业：有一件已提交的申报',
  },
  {
    account: 'demo.returned',
    role: 'enterprise',
    realName: '被退回企业填报人',
    company: returned,
    note: '企业：有一件被退回、附五条修改要求的申报',
  },
  {
    account: 'demo.operator',
    role: 'operator',
    realName: '运营商客户经理',
    company: operator,
    operator: 1,
    region: '320000',
    note: '运营商：可新建申报，也受邀填写网络部分（江苏）',
  },
  { account: 'demo.city', role: 'city', realName: '苏州初审员', region: '320500', note: '地市工信：初审（苏州）' },
  {
    account: 'demo.cityhead',
    role: 'city',
    realName: '苏州初审负责人',
    region: '320500',
    note: '地市工信：单位负责人，初审逾期时收到督促（苏州）',
  },
  {
    account: 'demo.miit',
    role: 'province_miit',
    realName: '江苏工信审核员',
    region: '320000',
    note: '省工信：审核（江苏）',
  },
  {
    account: 'demo.miithead',
    role: 'province_miit',
    realName: '江苏工信负责人',
    region: '320000',
    note: '省工信：单位负责人，审核逾期时收到督促（江苏）',
  },
  {
    account: 'demo.ca',
    role: 'province_ca',
    realName: '江苏通管审核员',
    region: '320000',
    note: '省通管：审核（江苏）',
  },
  {
    account: 'demo.cahead',
    role: 'province_ca',
    realName: '江苏通管负责人',
    region: '320000',
    note: '省通管：单位负责人，审核逾期时收到督促（江苏）',
  },
  // approves leave of more than three days
  {
    account: 'demo.leader',
    role: 'boss',
    realName: '单位领导',
    note: '单位领导：平台运营机构负责人，审批超过3天的请假',
  },
  { account: 'demo.expert1', role: 'expert', realName: '评审专家甲', note: '评审专家' },
  { account: 'demo.expert2', role: 'expert', realName: '评审专家乙', note: '评审专家' },
  { account: 'demo.expert3', role: 'expert', realName: '评审专家丙', note: '评审专家（与一件申报存在利益关系）' },
  { account: 'demo.expert4', role: 'expert', realName: '评审专家丁', note: '评审专家：接替回避的专家' },
]

interface Dept {
  readonly id: string
  readonly ancestors: string | null
}

interface Office {
  readonly name: string
  /** The first account is its head. */
  readonly accounts: readonly string[]
  readonly below?: readonly Office[]
}

/** The offices that review, below the first department, whose head is told where an office has no other. */
const offices: readonly Office[] = [
  {
    name: '江苏省工业和信息化厅（演示）',
    accounts: ['demo.miithead', 'demo.miit'],
    below: [{ name: '苏州市工业和信息化局（演示）', accounts: ['demo.cityhead', 'demo.city'] }],
  },
  { name: '江苏省通信管理局（演示）', accounts: ['demo.cahead', 'demo.ca'] },
]

/** Moves the people of the offices into departments of their own, each with its head. */
const seedOffices = async (
  db: Db,
  above: Dept,
  ids: ReadonlyMap<string, string>,
  of: readonly Office[] = offices,
): Promise<void> => {
  for (const [i, { name, accounts, below = [] }] of of.entries()) {
    const people = accounts.map((account) => ids.get(account) as string)
    const ancestors = `${above.ancestors},${above.id}`
    const row = { deptName: name, fullName: name, deptCategory: 2, sort: i + 1, parentId: above.id, ancestors }
    const { id } = await db
      .insertInto('dept')
      .values({ ...row, head: people[0] as string })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .updateTable('user')
      .set({ deptId: [id] })
      .where('id', 'in', people)
      .execute()
    await seedOffices(db, { id, ancestors }, ids, below)
  }
}

/** Creates the accounts with one random password, written to `demo-accounts.txt`, which only its owner may read. */
export const seedPeople = async (
  db: Db,
  dataDir: string,
  people: readonly DemoPerson[],
): Promise<Map<string, string>> => {
  const password = generatePassword()
  const hash = await hashPassword(password)
  const roles = new Map(
    (await db.selectFrom('role').select(['id', 'roleAlias']).execute()).map(({ id, roleAlias }) => [roleAlias, id]),
  )
  const platformDept = await db
    .selectFrom('dept')
    .select(['id', 'ancestors'])
    .where('parentId', '=', '0')
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const ids = new Map<string, string>()
  for (const { account, role, realName, region, company, operator } of people) {
    const accountType = role === 'enterprise' ? 1 : role === 'operator' ? 2 : null
    const { id } = await db
      .insertInto('user')
      .values({
        account,
        name: realName,
        realName,
        status: 1 as const,
        userType: 1,
        roleId: [roles.get(role) as string],
        accountType,
        region: region ?? null,
        operator: operator ?? null,
        deptId: [company?.deptId ?? platformDept.id],
        // nobody can have an address there
        email: company ? null : `${account}@example.invalid`,
        unitName: company?.commpanyName ?? null,
        organizationCode: company?.organizationCode ?? null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.insertInto('credential').values({ userId: id, hash, isInitial: false }).execute()
    ids.set(account, id)
  }
  await db
    .updateTable('dept')
    .set({ head: ids.get('demo.leader') as string })
    .where('id', '=', platformDept.id)
    .execute()
  await seedOffices(db, platformDept, ids)
  const lines = people.map(({ account, note }) => `${account.padEnd(18)}${note}`)
  const text = `演示账号，密码均为 / demonstration accounts, one password for all: ${password}\n\n${lines.join('\n')}\n`
  writeFileSync(join(dataDir, 'demo-accounts.txt'), text, { mode: 0o600 })
  return ids
}

/** The position of a company whose only account is disabled: its returned declaration is a matter that nobody can handle. */
const withoutAccount = startOfStage(70) + 1

/**
 * Creates an account for each company with a declaration in progress, with the password of the others; resolves to their ids in the
 * order of the companies. The scenario's company has its account already.
 */
export const seedDeclarants = async (
  db: Db,
  dataDir: string,
  companies: readonly DemoCompany[],
  ids: ReadonlyMap<string, string>,
): Promise<string[]> => {
  const { hash } = await db
    .selectFrom('credential')
    .select('hash')
    .where('userId', '=', ids.get('demo.returned') as string)
    .executeTakeFirstOrThrow()
  const { id: role } = await db
    .selectFrom('role')
    .select('id')
    .where('roleAlias', '=', 'enterprise')
    .executeTakeFirstOrThrow()
  const accounts = companies.map((company, i) => ({
    account: `company${String(i + 1).padStart(3, '0')}`,
    name: '企业填报人',
    realName: '企业填报人',
    status: (i === withoutAccount ? -1 : 1) as -1 | 1,
    userType: 1,
    roleId: [role],
    accountType: 1 as const,
    deptId: company.deptId === null ? null : [company.deptId],
    unitName: company.commpanyName,
    organizationCode: company.organizationCode,
  }))
  const own = startOfStage(70)
  const others = accounts.filter((_, i) => i !== own)
  const rows = await db.insertInto('user').values(others).returning('id').execute()
  await db
    .insertInto('credential')
    .values(rows.map(({ id }) => ({ userId: id, hash, isInitial: false })))
    .execute()
  const [first, last] = [others[0]?.account, others.at(-1)?.account]
  appendFileSync(join(dataDir, 'demo-accounts.txt'), `${first} … ${last}  企业：其余在办申报的申报单位\n`)
  return rows.map(({ id }) => id).toSpliced(own, 0, ids.get('demo.returned') as string)
}

/** The accounts of the demonstration have agreed to the statements of the site, as those have that register on its page. */
export const seedConsents = (db: Db) =>
  sql`insert into consent (user_id, code, version)
    select u.id, s.code, s.version from "user" u, statement s
    where u.account_type is not null and s.code = any(${[...consentCodes]})`.execute(db)
