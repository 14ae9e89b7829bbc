import { auth } from '#contract/auth.ts'
import { creditCheck } from '#contract/kit/rules.ts'
import { declaration } from '#contract/project/declaration.ts'
import type { DraftPart } from '#contract/project/draft-values.ts'
import { library } from '#contract/project/library.ts'
import { partsWithCalls } from '#contract/project/parts.ts'
import type { StageCode } from '#contract/project/stages.ts'
import { template } from '#contract/project/template.ts'
import { upload } from '#contract/storage/upload.ts'
import { param } from '#contract/system/param.ts'
import { role } from '#contract/system/role.ts'
import { user } from '#contract/system/user.ts'
import type { Db } from '#server/base/database/db.ts'
import { sql } from '#server/base/database/sql.ts'
import { wireTime } from '#server/base/process/clock.ts'
import { documentsFor } from '#server/seed/demo/documents.ts'
import { placeIn, tradeFor } from '#server/seed/demo/places.ts'
import { projectFor } from '#server/seed/demo/project.ts'
import { makeRandom } from '#server/seed/demo/random.ts'
import { pdfOf } from '#server/seed/demo/samples.ts'
import { approve } from './approve.ts'
import { type Caller, callerFor, type PlatformAccess } from './platform.ts'

export const password = 'Vw-phqtz-935Kd'
export const suzhou = '320500'
const day = 86_400_000

/** A valid unified social credit code, unique per number. */
export const creditCode = (n: number, area = suzhou): string => {
  const first = `91${area}TTT${String(n).padStart(6, '0')}`
  return first + creditCheck(first)
}

let serial = 0

export interface RegisteredAccount {
  account: string
  unitName: string
  organizationCode: string
}

/** The input that the registration page sends. */
export const registration = (platform: PlatformAccess, more: DraftPart = {}): DraftPart => {
  serial++
  return {
    grant_type: 'register',
    unitName: `苏州澄川测试${serial}有限公司`,
    code: creditCode(serial),
    type: 1,
    name: '王明',
    account: `enterprise${serial}`,
    phone: '19900001234',
    email: `e${serial}@example.com`,
    password: platform.encrypt(password),
    password2: platform.encrypt(password),
    consents: 'privacy:1,terms:1',
    ...more,
  }
}

export const register = async (platform: PlatformAccess, more: DraftPart = {}): Promise<RegisteredAccount> => {
  const input = registration(platform, more)
  await platform.visitor.get(auth.token, input)
  return { account: String(input.account), unitName: String(input.unitName), organizationCode: String(input.code) }
}

export const userIdOf = async (admin: Caller, account: string): Promise<string> => {
  const { records } = await admin.get(user.calls.page, { account_equal: account })
  return records[0]?.id ?? ''
}

export interface Enterprise extends RegisteredAccount, Caller {}

/** Registers, approves and logs in an enterprise. */
export const createEnterprise = async (platform: PlatformAccess, more: DraftPart = {}): Promise<Enterprise> => {
  const registered = await register(platform, more)
  const admin = await platform.admin()
  const id = await userIdOf(admin, registered.account)
  if (more.type === 2) await admin.get(user.calls.update, { id, operator: 1, region: '00' })
  await approve(admin, id)
  return { ...registered, ...(await platform.login(registered.account, password)) }
}

/** Creates a staff account as administrator, changes its initial password and logs in. */
export const createStaff = async (
  platform: PlatformAccess,
  alias: string,
  region: string | null = null,
  account = `${alias.replace('_', '.')}.${++serial}`,
): Promise<Caller & { account: string; id: string }> => {
  const admin = await platform.admin()
  const roles = await admin.get(role.calls.select, {})
  const roleId = roles.find(({ roleAlias }) => roleAlias === alias)?.id ?? ''
  const createdUser = await admin.get(user.calls.submit, { account, name: alias, realName: alias, roleId, region })
  const first = await platform.login(account, String(createdUser.initialPassword))
  await first.get(user.calls.updatePassword, {
    newPassword: platform.encrypt(password),
    newPassword1: platform.encrypt(password),
  })
  return { account, id: String(createdUser.id), ...(await platform.login(account, password)) }
}

/** Opens a declaration window, by default without materials and public notice. */
export const openWindow = async (admin: Caller, more: DraftPart = {}): Promise<string> => {
  const daysFromNow = (days: number) => wireTime(new Date(Date.now() + days * day))
  const { id } = await admin.get(template.calls.save, {
    templateName: '测试批次',
    year: '2026',
    kind: 1,
    enabled: 1,
    openAt: daysFromNow(-1),
    closeAt: daysFromNow(30),
    noticeDays: 0,
    maxPerCompany: 1,
    allowRedeclare: 0,
    materials: [],
    // decided on by one person, unless a test asks for two
    decidedByTwo: 0,
    // begins with its stage, unless a test publishes notices
    publishesNotice: 0,
    ...more,
  })
  return id
}

/** All parts of a complete declaration of this company. */
export const documents = (company: RegisteredAccount, seed = 7): Record<string, DraftPart> => {
  const random = makeRandom(seed)
  const place = placeIn(random, suzhou)
  const project = projectFor(random, place, tradeFor(random), {
    commpanyName: company.unitName,
    organizationCode: company.organizationCode,
  })
  return documentsFor(random, project)
}

export const uploadFile = async (
  person: Caller,
  name: string,
  body: Buffer | string,
  path = upload.putFileAttach.path,
): Promise<Response> => {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(Buffer.from(body))]), name)
  return person.raw('POST', path, { body: form })
}

export const uploadPdf = async (person: Caller, name = '申报书.pdf'): Promise<string> => {
  const answer = (await (await uploadFile(person, name, pdfOf('test'))).json()) as { data: { attachId: string } }
  return answer.data.attachId
}

/** Saves every part, of an existing draft if `more` has its id; resolves to the id of the declaration. */
export const saveDeclaration = async (
  company: Enterprise,
  partValues = documents(company),
  more: DraftPart = {},
): Promise<string> => {
  const information: DraftPart = { ...partValues.information, ...more }
  const { id } = await company.get(declaration.calls.save, information)
  for (const part of partsWithCalls)
    if (partValues[part.code])
      await company.get(part.calls.save as never, { pid: id, ...partValues[part.code] } as never)
  return id
}

/** Performs an action on a declaration; a submission is made with the declarant's commitment. */
export const submitAction = (person: Caller, id: string, action: string, more: DraftPart = {}) =>
  person.ask(declaration.calls.submitStatus, { id, action, ...(action === 'submit' && { confirmTruth: 1 }), ...more })

export const submitDeclaration = async (company: Enterprise): Promise<string> => {
  const id = await saveDeclaration(company)
  const answer = await submitAction(company, id, 'submit')
  if (!answer.success) throw new Error(`${answer.msg} ${JSON.stringify(answer.faults)}`)
  return id
}

/** Creates and logs in a user whose role has no rights. */
export const createUserWithoutRights = async (
  platform: PlatformAccess,
): Promise<Caller & { account: string; id: string }> => {
  const admin = await platform.admin()
  await admin.ask(role.calls.submit, { roleName: '无权限', roleAlias: 'nobody', sort: 99 })
  return createStaff(platform, 'nobody')
}

/** The flat response of the token call. */
export type TokenResponse = Record<string, unknown> & { status: number; msg: string }

/** Calls the token endpoint, by default with the password grant. */
export const requestToken = async (
  platform: PlatformAccess,
  input: DraftPart,
  headers: Record<string, string> = {},
): Promise<TokenResponse> => {
  const body = { grant_type: 'password', tenantId: '000000', scope: 'all', type: 'account', ...input }
  const response = await platform.visitor.raw('POST', auth.token.path, { body, headers })
  return { ...((await response.json()) as { msg: string }), status: response.status }
}

/** Sets a system parameter by its API. */
export const setParameter = async (admin: Caller, paramKey: string, paramValue: string): Promise<void> => {
  const { records } = await admin.get(param.calls.list, { paramKey_equal: paramKey })
  const [row] = records
  if (!row) throw new Error(`There is no parameter ${paramKey}.`)
  await admin.get(param.calls.submit, { id: row.id, paramValue })
}

export const requestLogin = (platform: PlatformAccess, username: string, plain = password): Promise<TokenResponse> =>
  requestToken(platform, { username, password: platform.encrypt(plain) })

/** The caller with the token of this response. */
export const callerWithToken = (platform: PlatformAccess, response: TokenResponse): Caller =>
  callerFor(platform.nextUrl, String(response.access_token))

/** The response to a call with an ended session. */
export const sessionEndedResponse = { status: 401, code: 401, success: false, msg: '用户令牌过期，请重新登录' }

/** Adds a row to the library; resolves to its id. */
export const addLibraryRow = async (person: Caller, more: DraftPart = {}): Promise<string> => {
  const row = {
    projectName: '苏州澄川5G工厂',
    commpanyName: '苏州澄川测试有限公司',
    organizationCode: creditCode(900_001),
    categorize: 'C',
    province: '320000',
    city: suzhou,
    operator: 1,
    year: '2026',
    investment: 1000,
  }
  return (await person.get(library.calls.submit, { ...row, ...more })).id
}

/** Creates all officers and experts for a declaration of Suzhou, by role. */
export const createOfficers = async (
  platform: PlatformAccess,
): Promise<Record<string, Caller & { account: string; id: string }>> => {
  const officersByName: Record<string, Caller & { account: string; id: string }> = {}
  for (const [name, alias, region] of [
    ['city', 'city', suzhou],
    ['miit', 'province_miit', '320000'],
    ['ca', 'province_ca', '320000'],
    ['office', 'platform', null],
    ['office2', 'platform', null],
    ['expert1', 'expert', null],
    ['expert2', 'expert', null],
    ['expert3', 'expert', null],
  ] as const)
    officersByName[name] = await createStaff(platform, alias, region)
  return officersByName
}

/** Ends the process of a declaration: the table of transitions moves it on, as one of the time before processes. */
export const endProcess = async (db: Db, id: string): Promise<void> => {
  await sql`update flow_instance set end_time = now(), state = null where business_table = 'declaration' and business_id = ${id}`.execute(
    db,
  )
  await sql`update flow_task t set end_time = now(), end_reason = 'ended' from flow_instance i
    where i.id = t.instance_id and i.business_table = 'declaration' and i.business_id = ${id} and t.end_time is null`.execute(
    db,
  )
}

/** Sets the stage of a declaration directly; the transitions that lead there are tested elsewhere. */
export const setStage = async (
  { db }: PlatformAccess,
  id: string,
  stage: StageCode,
  more: object = {},
): Promise<void> => {
  const row = await db.selectFrom('declaration').select('declareStatus').where('id', '=', id).executeTakeFirstOrThrow()
  await db
    .updateTable('declaration')
    .set({ declareStatus: stage, stageSince: wireTime(), ...more })
    .where('id', '=', id)
    .execute()
  await endProcess(db, id)
  if (row.declareStatus !== stage)
    await db
      .insertInto('declarationMove')
      .values({ pid: id, move: 'placed', fromStage: row.declareStatus ?? 0, toStage: stage, loop: 0, remarks: '[]' })
      .execute()
}
