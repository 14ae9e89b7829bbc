import { calls } from '#contract/calls.ts'
import { entities } from '#contract/index.ts'
import { listVerbOf } from '#contract/job/exporting.ts'
import type { Endpoint } from '#contract/kit/call.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import type { Field, Fields } from '#contract/kit/field.ts'
import { keywordFields } from '#contract/kit/keyword.ts'
import { base } from '#contract/kit/verbs.ts'
import { wireTime } from '#server/base/process/clock.ts'
import { isReadable } from '#server/engine/column-types.ts'
import { isDocument } from '#server/engine/filter-condition.ts'
import { rareText } from './grow.ts'

/** Who sends a request: a visitor, the administrator, or an account of the demonstration. */
export type Sender = 'visitor' | 'admin' | `demo.${string}`

export interface Request {
  readonly name: string
  readonly sender: Sender
  readonly path: string
  /** Whether a project changes before, so that cached figures are out of date. */
  readonly isAfterWrite?: boolean
}

type Row = Readonly<Record<string, unknown>>
interface Page {
  readonly records: readonly Row[]
  readonly pages: number
}

/** Reads a path as one of the senders; resolves to the data of the answer. */
export type Read = (sender: Sender, path: string) => Promise<unknown>

type Query = Readonly<Record<string, string | number>>
const pathOf = ({ path }: Pick<Endpoint, 'path'>, query: Query = {}): string => {
  const params = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  return params.size ? `${path}?${params}` : path
}

/** Words of one to four characters: in every tenth row or more, in a few rows, in none; and one of full-width characters. */
const keywords = (common: string): Readonly<Record<string, string>> => ({
  ...Object.fromEntries([1, 2, 3, 4].map((n) => [`common ${n}`, common.slice(0, n)])),
  ...Object.fromEntries([1, 2, 3, 4].map((n) => [`rare ${n}`, rareText.slice(0, n)])),
  ...Object.fromEntries([1, 2, 3, 4].map((n) => [`absent ${n}`, '饕餮貔貅'.slice(0, n)])),
  'full-width': '５Ｇ',
})

const fieldOf = ({ fields }: AnyEntity, name: string): Field | undefined => ({ ...base, ...(fields as Fields) })[name]

const isSorted = (entity: AnyEntity, name: string): boolean => {
  const field = fieldOf(entity, name)
  return field !== undefined && isReadable(field) && !isDocument(field) && !field.isComputed
}

/** The columns by which the table of an entity can be sorted. */
const sortedColumns = (entity: AnyEntity): string[] =>
  [...new Set([...((entity.list as string[] | undefined) ?? Object.keys(entity.fields)), 'createTime'])].filter(
    (name) => isSorted(entity, name),
  )

/** The list that the screen reads: of a tree that is loaded by level, its pages. */
const listOf = (entity: AnyEntity): Endpoint | undefined => {
  const verb = listVerbOf(entity)
  return entity.calls.page ?? (verb && entity.calls[verb])
}

/** A page as deep as a list of this length has, at most the thousandth. */
const deepPage = (pages: number): number => Math.max(1, Math.min(1000, pages))

const moment = (day: string): Query => ({
  createTime_dategt: `${day} 12:34:00`,
  createTime_datelt: `${day} 12:35:00`,
})

/** One list: its first page, each filter and order, keywords, a deep page and a day. */
const requestsOfList = async (entity: AnyEntity, sender: Sender, read: Read): Promise<Request[]> => {
  const list = listOf(entity)
  if (!list) return []
  const request = (what: string, query: Query): Request => ({
    name: `${entity.name} ${what}`,
    sender,
    path: pathOf(list, { current: 1, size: 10, ...query }),
  })
  const answer = (await read(sender, request('', {}).path)) as Page | Row[] | null
  // the development tools are not open here
  if (!answer) return []
  const { records, pages } = Array.isArray(answer) ? { records: answer, pages: 1 } : answer
  const sample = records[Math.floor(records.length / 2)] ?? {}
  const filters = ((entity.search ?? []) as string[]).filter(
    (name) => sample[name] !== null && sample[name] !== undefined,
  )
  const title = String(sample[entity.title] ?? '')
  const day = String(sample.createTime ?? '').slice(0, 10)
  return [
    request('list', {}),
    request('deep page', { current: deepPage(pages) }),
    ...filters.map((name) => request(`filter ${name}`, { [name]: String(sample[name]) })),
    ...(day ? [request('day', { createTime_dategt: `${day} 00:00:00`, createTime_datelt: `${day} 23:59:59` })] : []),
    ...sortedColumns(entity).flatMap((name) => [
      request(`order ${name}`, { ascs: name }),
      request(`order ${name} reversed`, { descs: name }),
    ]),
    ...(keywordFields(entity).length
      ? Object.entries(keywords(title || '智能工厂')).map(([what, keyword]) => request(`keyword ${what}`, { keyword }))
      : []),
    ...(entity.calls.removed ? [{ name: `${entity.name} removed`, sender, path: pathOf(entity.calls.removed) }] : []),
    ...(entity.calls.select ? [{ name: `${entity.name} select`, sender, path: pathOf(entity.calls.select) }] : []),
    ...(day ? [request('moment', { createTime_equal: `${day} 12:34:56` })] : []),
    // an export reads what it writes: one of few rows
    ...(day
      ? [{ name: `${entity.name} export`, sender, path: pathOf({ path: `${entity.path}/export` }, moment(day)) }]
      : []),
  ]
}

/** The figures of the review as the desk asks for them. */
const monthToday = (): Query => {
  const today = wireTime().slice(0, 10)
  return { unit: 'month', by: 'stage', from: `${today.slice(0, 7)}-01`, to: today }
}

/** What every role opens; a call that a role may not make is left out. */
const ofRoles: readonly Sender[] = [
  ...(['admin', 'demo.platform', 'demo.city', 'demo.miit', 'demo.ca', 'demo.enterprise', 'demo.operator'] as const),
  ...(['demo.expert1', 'demo.leader'] as const),
]
const { matters, myMatters, messages, dashboard, recordSearch, publicProjects, portal, figureParts, news } = calls

const callsOfRoles: Readonly<Record<string, string>> = {
  desk: pathOf(matters.list),
  'my matters': pathOf(myMatters.read),
  dashboard: pathOf(dashboard.read),
  'dashboard of a province': pathOf(dashboard.read, { province: '320000' }),
  bell: pathOf(messages.overview),
  inbox: pathOf(messages.list),
  'inbox unread': pathOf(messages.list, { unread: 1 }),
  'inbox kind': pathOf(messages.list, { kind: 'todo' }),
  'inbox keyword': pathOf(messages.list, { keyword: rareText.slice(0, 2) }),
  'inbox page 100': pathOf(messages.list, { current: 100 }),
  'palette common 2': pathOf(recordSearch.records, { text: '智能' }),
  'palette common 3': pathOf(recordSearch.records, { text: '智能制' }),
  'palette rare 2': pathOf(recordSearch.records, { text: rareText.slice(1, 3) }),
  'palette rare 4': pathOf(recordSearch.records, { text: rareText }),
  'palette absent': pathOf(recordSearch.records, { text: '饕餮貔貅' }),
  'declarations by stage': pathOf(entities.declaration.calls.statistics),
  'declarations waiting': pathOf(entities.declaration.calls.waiting),
  'figures of a month': pathOf(entities.stageStay.calls.figures, monthToday()),
  ...Object.fromEntries(
    [entities.library, entities.declaration, entities.company, entities.user, entities.attach].flatMap((entity) => [
      [`${entity.name} list`, pathOf(listOf(entity) as Endpoint, { current: 1, size: 10 })],
      [`${entity.name} keyword`, pathOf(listOf(entity) as Endpoint, { keyword: rareText.slice(0, 2) })],
      [`${entity.name} common keyword`, pathOf(listOf(entity) as Endpoint, { keyword: '智能' })],
    ]),
  ),
  ...Object.fromEntries(
    [entities.workWaiting, entities.workClaim, entities.workTodo, entities.workDone, entities.workSend].map(
      (entity) => [`${entity.name} list`, pathOf(listOf(entity) as Endpoint, { current: 1, size: 10 })],
    ),
  ),
}

/** The pages and calls of visitors. */
const ofVisitors = async (read: Read): Promise<Request[]> => {
  const first = (await read('visitor', pathOf(publicProjects.list))) as Page
  const project = first.records[0] ?? {}
  const declared = (await read(
    'admin',
    pathOf(entities.declaration.calls.page, { size: 1, declareNo_notnull: 1 }),
  )) as Page
  const list = (what: string, query: Query): Request => ({
    name: `projects ${what}`,
    sender: 'visitor',
    path: pathOf(publicProjects.list, query),
  })
  const filters = ['province', 'city', 'operator', 'nationalEconomy1', 'nationalEconomy2', 'year'] as const
  const others: Readonly<Record<string, string>> = {
    'home page': '/Home',
    'map of provinces': pathOf(portal.nationalMap),
    'map of a province': pathOf(portal.nationalMap, { code: '320000', year: '2024' }),
    operators: pathOf(portal.operators),
    figure: pathOf(figureParts.figure, { key: 'projects' }),
    project: pathOf(publicProjects.detail, { id: String(project.id) }),
    'page of a project': `/projectDetails/${project.id}`,
    'look-up': pathOf(publicProjects.lookUp, { declareNo: String(declared.records[0]?.declareNo) }),
    'stage times': pathOf(publicProjects.stageTimes),
    'columns of news': pathOf(news.getIndex),
    'site map': '/sitemap.xml',
    'export of a city': pathOf(publicProjects.exportList, { city: String(project.city), year: '2024' }),
  }
  return [
    list('list', {}),
    list('page 1000', { current: deepPage(first.pages) }),
    ...filters.map((name) => list(`filter ${name}`, { [name]: String(project[name]) })),
    list('filter province and year', { province: String(project.province), year: '2024' }),
    list('filter year and keyword', { year: String(project.year), keyword: rareText.slice(0, 3) }),
    list('filter scene', { scene: 3 }),
    list('filter benchmark', { isBenchmark: 1 }),
    list('filter network', { hasNetwork: 1 }),
    list('filter days', { listedFrom: '2024-05-01', listedTo: '2024-05-31' }),
    ...['projectName', 'commpanyName', 'place', 'operator', 'industry', 'year'].flatMap((name) => [
      list(`order ${name}`, { ascs: name }),
      list(`order ${name} reversed`, { descs: name }),
    ]),
    ...Object.entries(keywords(String(project.projectName))).map(([what, keyword]) =>
      list(`keyword ${what}`, { keyword }),
    ),
    ...Object.entries(others).map(([name, path]): Request => ({ name, sender: 'visitor', path })),
    { name: 'statistics after a write', sender: 'visitor', path: pathOf(portal.statistics), isAfterWrite: true },
    { name: 'dashboard after a write', sender: 'admin', path: pathOf(dashboard.read), isAfterWrite: true },
  ]
}

/** The largest level of departments, and the calls that read the tree as a whole. */
const ofDepartments = async (read: Read): Promise<Request[]> => {
  const { page, lazyTree, tree, forest } = entities.dept.calls
  const { records } = (await read('admin', pathOf(page, { deptName: '申报单位' }))) as Page
  const level = { parentId: String(records[0]?.id), size: 50 }
  const paths: Readonly<Record<string, string>> = {
    top: pathOf(page, { parentId: 0, size: 50 }),
    level: pathOf(page, level),
    'level, page 100': pathOf(page, { ...level, current: 100 }),
    'level, by name': pathOf(page, { ...level, ascs: 'deptName' }),
    'level of a picker': pathOf(lazyTree, level),
    'whole tree': pathOf(tree),
    'whole list': pathOf(forest),
  }
  return Object.entries(paths).map(([name, path]) => ({ name: `dept ${name}`, sender: 'admin', path }))
}

/** Whether an entity has the more rows, the more projects there are; its list then has means against that. */
const isGrowing = (entity: AnyEntity): boolean => entity.isLarge === true || entity.newestRows !== undefined

/**
 * All requests of the bench, generated from the register of entities where they can be; of lists, all or those of the entities
 * that grow.
 */
export const allRequests = async (read: Read, lists: 'all' | 'growing' = 'all'): Promise<Request[]> => {
  const ofLists: Request[] = []
  for (const entity of (Object.values(entities) as AnyEntity[]).filter((one) => lists === 'all' || isGrowing(one)))
    ofLists.push(...(await requestsOfList(entity, 'admin', read)))
  const roles = ofRoles.flatMap((sender) =>
    Object.entries(callsOfRoles).map(([name, path]): Request => ({ name: `${name} (${sender})`, sender, path })),
  )
  return [...(await ofVisitors(read)), ...ofLists, ...(await ofDepartments(read)), ...roles]
}
