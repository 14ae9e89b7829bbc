import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { StageCode } from '#contract/project/stages.ts'
import { sourceOf } from '#contract/system/menu-icons.ts'
import type { Db } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import { wireTime } from '../../base/process/clock.ts'
import type { App } from '../../engine/context.ts'
import { sendDigestOnce } from '../../project/matters/digest.ts'
import { seedParams } from '../params.ts'
import { joinBatches, seedBatches } from './batches.ts'
import { createCompanyMaker, type DemoCompany, type Where } from './companies.ts'
import { type Materials, type Round, seedDeclarations, sharedNames, startOfStage, workPlan } from './declarations.ts'
import { documentsFor } from './documents.ts'
import { listedProvinces, seedLibrary } from './library.ts'
import { daysOpen } from './moves.ts'
import { seedNews } from './news.ts'
import { seedNotices } from './notices.ts'
import { scenarioPeople, seedConsents, seedDeclarants, seedPeople } from './people.ts'
import { provincePlan } from './places.ts'
import { seedPrivateNetworks } from './private-networks.ts'
import { projectFor } from './project.ts'
import { makeRandom, type Random } from './random.ts'
import { pdfOf, trials } from './samples.ts'
import { storeFile } from './store.ts'
import { submitDeclaration } from './submit-declaration.ts'

/** Three entries of the console's top bar; each contains the menus with these codes and those below them. */
const topMenus = [
  { code: 'demo_projects', name: '项目办理', nameEn: 'Projects', source: sourceOf('project'), menus: ['project'] },
  { code: 'demo_publishing', name: '内容发布', nameEn: 'Publishing', source: sourceOf('news'), menus: ['news'] },
  {
    code: 'demo_operation',
    name: '系统运维',
    nameEn: 'Operation',
    source: sourceOf('system'),
    menus: ['system', 'storage', 'log'],
  },
] as const

/** Seeds the top menus of the demonstration. A top menu is visible to users with at least one of its menus. */
const seedTopMenus = async (db: Db): Promise<void> => {
  for (const [i, { menus, ...row }] of topMenus.entries()) {
    const { id } = await db
      .insertInto('topMenu')
      .values({ ...row, sort: i + 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    await sql`
      with recursive below as (
        select id from menu where code = any(${[...menus]}) and is_deleted = 0
        union select m.id from menu m join below b on m.parent_id = b.id where m.is_deleted = 0 and m.category = 1
      )
      insert into top_menu_setting (top_menu_id, menu_id) select ${id}::bigint, id from below`.execute(db)
  }
}

/** Site information of the footer. Numbers are zeros, so that nobody calls them or mistakes them for real filings. */
const siteParams = {
  'site.sponsor': '演示主办单位（虚构）',
  'site.phone': '010-00000000',
  'site.icp': '京ICP备00000000号-1',
  'site.psb': '京公网安备00000000000000号',
} as const

const seedSite = (db: Db): Promise<void> => seedParams(db, siteParams)

/**
 * Sends the reviewers the digest of today, of the declarations that really wait for them, and queues its e-mails even if no mail
 * server is set up: the sending queue then shows that and why they were not sent.
 */
const sendDemoDigest = async (app: App): Promise<void> => {
  const morning = new Date(`${wireTime().slice(0, 10)}T09:00:00+08:00`)
  const smtpUrl = app.env.smtpUrl ?? 'smtp://mail.invalid'
  await sendDigestOnce({ ...app, env: { ...app.env, smtpUrl } }, morning)
}

const seed = 20_260_305
const day = 86_400_000
/** Materials the demonstration template requires. */
const materials = [
  { id: 'a', type: 1, title: '申报书', required: 1, needSeal: 1 },
  { id: 'b', type: 3, title: '申报主体责任声明', required: 1, needSeal: 1 },
  { id: 'c', type: 4, title: '营业执照', required: 1, needSeal: 0 },
]
const scenarioCity = '320500'
/** The capital of the province, where its branch of the operator is. */
const operatorCity = '320100'

/**
 * The rounds of the year, by days from now: when the window opens and closes, and the deadlines of city and province. A declaration
 * belongs to the round in whose window it began, so that some are due in days and others in weeks.
 */
const rounds = [
  { name: '第一批', opens: -daysOpen, closes: -46, city: 3, province: 9 },
  { name: '第二批', opens: -46, closes: -12, city: 12, province: 26 },
  { name: '第三批', opens: -12, closes: 20, city: 38, province: 55 },
] as const

const seedTemplates = async (db: Db): Promise<Round[]> => {
  const dateIn = (days: number) => wireTime(new Date(Date.now() + days * day)).slice(0, 10)
  const templates = rounds.map(({ name, opens, closes, city, province }) => ({
    templateName: `2026年度5G工厂申报${name}（演示）`,
    year: '2026',
    kind: 1 as const,
    enabled: 1,
    openAt: `${dateIn(opens)} 00:00:00`,
    closeAt: `${dateIn(closes - 1)} 23:59:59`,
    cityDeadline: `${dateIn(city)} 23:59:59`,
    provinceDeadline: `${dateIn(province)} 23:59:59`,
    noticeDays: 5,
    accountTypes: [1, 2],
    maxPerCompany: 1,
    allowRedeclare: 0,
    materials: JSON.stringify(materials),
    guide:
      '具有独立法人资格、从事制造业、采矿业、电力或港口的单位可以申报；填写约需60至90分钟，可随时离开，内容自动保存。',
  }))
  const rows = await db.insertInto('template').values(templates).returning(['id', 'openAt']).execute()
  return rows.map(({ id }, i) => ({ ...(templates[i] as (typeof templates)[number]), id }))
}

/**
 * Where the declarations in progress are: those that wait for an office where it has an account, so that somebody can handle each of
 * them; all others anywhere.
 */
const workPlaces = (random: Random): Where[] => {
  const anywhere = () =>
    random.weighted([
      [scenarioCity, 3],
      ['320000', 3],
      ['', 6],
    ] as const) || random.pick(provincePlan)[0]
  const placeAt: Partial<Record<StageCode, string>> = { 5: '320000', 10: scenarioCity, 20: scenarioCity, 30: '320000' }
  const places: Where[] = workPlan.flatMap(([stage, count]) =>
    Array.from({ length: count }, () => placeAt[stage] ?? anywhere()),
  )
  for (const [first, second] of sharedNames) places[second] = { like: first }
  return places
}

/** Stores one file for each required material; all declarations in progress share them. */
const storeMaterials = async (app: App): Promise<Materials> => {
  const files = new Map<number, string>()
  for (const { type, title } of materials)
    files.set(type, await storeFile(app, `${title}.pdf`, pdfOf(`Material ${type} (demonstration)`)))
  return files
}

/** Makes the scenario's company the owner of the first returned declaration, which has all the remarks. */
const withScenario = (companies: readonly DemoCompany[], returned: DemoCompany): DemoCompany[] =>
  companies.map((company, i) => (i === startOfStage(70) ? returned : company))

/**
 * Seeds the demonstration data once (SEED=demo): 1,260 listed projects, their private networks, 180 declarations in progress, companies, an account
 * for each role, news and files, all from a seeded generator and marked as demonstration data. One declaration is submitted through
 * the enterprise's calls.
 */
export const seedDemo = async (app: App, server: FastifyInstance, report: (line: string) => void): Promise<void> => {
  const { env } = app
  if (await app.db.selectFrom('seedMark').select('name').where('name', '=', 'demo').executeTakeFirst()) return
  report('seeding the demonstration data')
  const random = makeRandom(seed)
  const scenario = await app.db.transaction().execute(async (db) => {
    await db
      .insertInto('seedMark')
      .values({ name: 'demo', hash: String(seed) })
      .execute()
    const makeCompanies = createCompanyMaker(random)
    await seedLibrary(db, random, await makeCompanies(db, listedProvinces, { hasAccounts: false }))
    const [enterprise, declared, returned] = (await makeCompanies(db, [scenarioCity, scenarioCity, scenarioCity])) as [
      DemoCompany,
      DemoCompany,
      DemoCompany,
    ]
    const [operatorCompany] = (await makeCompanies(db, [operatorCity], { accountType: 2 })) as [DemoCompany]
    const operator = { ...operatorCompany, commpanyName: '中国移动（演示）江苏分公司' }
    await db
      .updateTable('company')
      .set({ operator: 1, commpanyName: operator.commpanyName })
      .where('id', '=', operator.id)
      .execute()
    await seedPrivateNetworks(db, makeRandom(seed + 1), [enterprise, declared])
    const ids = await seedPeople(db, env.dataDir, scenarioPeople(enterprise, declared, returned, operator))
    const templates = await seedTemplates(db)
    const files = await storeMaterials({ ...app, db, cache: new Map() })
    const companies = withScenario(await makeCompanies(db, workPlaces(random)), returned)
    const declarants = await seedDeclarants(db, env.dataDir, companies, ids)
    await seedConsents(db)
    const batches = await seedBatches(db, templates)
    await seedDeclarations(db, random, { companies, declarants, rounds: templates, users: ids, files })
    await joinBatches(db, batches)
    await seedNews({ ...app, db, cache: new Map() })
    await seedNotices({ db })
    await seedSite(db)
    await seedTopMenus(db)
    return { declared, userId: ids.get('demo.declared') as string }
  })
  const { declared, userId } = scenario
  await submitDeclaration(
    app,
    server,
    userId,
    documentsFor(random, projectFor(random, declared.place, declared.trade, declared)),
    materials.map(({ type }) => type),
  )
  await sendDemoDigest(app)
  const folder = join(env.dataDir, 'demo-files')
  mkdirSync(folder, { recursive: true })
  for (const [name, body] of Object.entries(trials())) writeFileSync(join(folder, name), body)
}
