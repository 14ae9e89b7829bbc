import { call, file, page, shaped } from '../kit/call.ts'
import { choice, code, date, dict, dicts, flag, int, type Row, ref, text, time } from '../kit/field.ts'
import { maxKeywordLength } from '../kit/keyword.ts'
import { kitTerms } from '../kit/kit-terms.ts'
import type { Text } from '../kit/text.ts'
import { maxPages, type Neighbours } from '../news/public.ts'
import type { Holder, StageCode } from '../project/stages.ts'
import type { Estimate, StageDuration } from '../project/status.ts'
import { projectColumnNames, projectColumns } from './project-columns.ts'

const fields = {
  projectName: text('项目名称', 'Project name', { required: true }),
  commpanyName: text('单位名称', 'Organisation', { required: true }),
  province: code('省份', 'Province', { of: 'region' }),
  city: code('城市', 'City', { of: 'region' }),
  operator: dict('主要运营商', 'Main operator', { of: 'project_facilities_operator' }),
  nationalEconomy1: code('国民经济门类', 'Industry section', { of: 'industry' }),
  nationalEconomy2: code('国民经济大类', 'Industry division', { of: 'industry' }),
  year: text('年份', 'Year'),
  isBenchmark: flag('标杆项目', 'Benchmark project'),
} as const

/** Fields of a project's page: the columns of the list and more, but no internal data of the company. */
export const projectDetailFields = {
  ...fields,
  factoryLevel: dict('建设层级', 'Level', { of: 'factory_level' }),
  networkMode: dict('组网方式', 'Network mode', { of: 'network_mode' }),
  scenes: dicts('应用场景', 'Scenarios', { of: 'scene' }),
  listedAt: time('入库时间', 'Listed at'),
} as const

const scene = dict('应用场景', 'Scenario', { of: 'scene' })

/** A listed project as everybody may see it, with its neighbours in the list. */
export type PublicProject = Row<typeof projectDetailFields> & Neighbours & { id: string }

/** A stage that a declaration reached, and when. */
export interface PassedStage {
  status: StageCode
  name: string
  at: string
}

/** What the public notice and the list of projects publish of a declaration. */
export interface PublishedNames {
  projectName: string | null
  commpanyName: string | null
}

/** The stage of a declaration, without personal data; its dates are those that its declarant reads. */
export interface DeclarationProgress {
  declareNo: string
  status: StageCode
  name: string
  holder: Holder
  since: string
  passed: PassedStage[]
  /** When the present stage should end, by its deadline. */
  expectedAt: string | null
  /** When the scores are due; null outside of the expert review. */
  scoreUntil: string | null
  estimate: Estimate | null
  /** How long its stage usually takes. */
  typical: StageDuration | null
  /** From the public notice on; null before. */
  published: PublishedNames | null
  /** When the public notice ends; null outside of it. */
  noticeUntil: string | null
}

/** The time limits of the present round, and how long the stages really take; without a round the limits are null. */
export interface StageTimes {
  templateName: string | null
  cityDeadline: string | null
  provinceDeadline: string | null
  /** Working days for the scores of the experts, and after them for the decision. */
  expertDays: number | null
  decisionDays: number | null
  /** Days of the public notice, and working days to correct a returned declaration. */
  noticeDays: number | null
  /** Whether the days of the public notice are working days, from its publication. */
  publishesNotice: boolean
  correctionDays: number | null
  durations: StageDuration[]
}

export const numberMissing: Text = ['请输入申报编号', 'Please enter the declaration number']

const filters = {
  keyword: text('项目或单位名称', 'Project or organisation', { max: maxKeywordLength }),
  province: fields.province,
  city: fields.city,
  operator: fields.operator,
  nationalEconomy1: fields.nationalEconomy1,
  nationalEconomy2: fields.nationalEconomy2,
  scene,
  year: text('年份', 'Year', { rule: 'year' }),
  isBenchmark: fields.isBenchmark,
  /** First and last day of the listing. */
  listedFrom: date('入库不早于', 'Listed from'),
  listedTo: date('入库不晚于', 'Listed until'),
  /** 1: only projects with a virtual, hybrid or dedicated network. */
  hasNetwork: flag('采用5G专网', 'With a private 5G network'),
} as const

const columns = projectColumnNames.map((name) => [name, projectColumns[name]] as const)
/** Otherwise the latest year is first. */
const order = {
  ascs: choice('升序', 'Ascending by', { choices: columns }),
  descs: choice('降序', 'Descending by', { choices: columns }),
} as const

const languages = [
  ['zh', ['中文', 'Chinese']],
  ['en', ['英文', 'English']],
] as const

/** Public data of projects: the listed ones, and the progress of a declaration by its number. */
export const publicProjects = {
  list: call('GET', 'caict-porject/Home/projects', ['在库项目名单', 'Listed projects'], {
    access: 'public',
    input: {
      current: int(...kitTerms.page, { max: maxPages }),
      size: int(...kitTerms.pageSize, { max: 50 }),
      ...filters,
      ...order,
    },
    output: page({ ...fields, id: text(...kitTerms.id, { required: true }) }),
  }),
  /** The first 5,000 rows of the list with these filters, as a workbook with the columns of its page. */
  exportList: call('GET', 'caict-porject/Home/projects/export', ['导出在库项目名单', 'Export of the listed projects'], {
    access: 'public',
    // a link has no header for the language
    input: { ...filters, ...order, lang: choice('语言', 'Language', { choices: languages }) },
    output: file,
  }),
  detail: call('GET', 'caict-porject/Home/project', ['在库项目', 'Listed project'], {
    access: 'public',
    input: { id: ref(...kitTerms.id, { required: true }) },
    output: shaped<PublicProject>(),
  }),
  lookUp: call('GET', 'caict-porject/Home/lookUp', ['申报进度查询', 'Declaration progress'], {
    access: 'public',
    input: {
      declareNo: text('申报编号', 'Declaration no.', {
        required: true,
        max: 40,
        rule: 'declareNo',
        message: numberMissing,
      }),
    },
    output: shaped<DeclarationProgress>(),
  }),
  stageTimes: call('GET', 'caict-porject/Home/stageTimes', ['办理时限与用时', 'Time limits and durations'], {
    access: 'public',
    output: shaped<StageTimes>(),
  }),
}

export const projectFields = fields
/** Fields by which figures are broken down, as parameters of the list (figure-parts.ts). */
export const partFields = { province: fields.province, nationalEconomy2: fields.nationalEconomy2, scene } as const

/** Parameters of the list that its page accepts in the address. */
export const projectFilters = [
  'keyword',
  'province',
  'city',
  'operator',
  'nationalEconomy1',
  'nationalEconomy2',
  'scene',
  'year',
  'isBenchmark',
  'hasNetwork',
  'listedFrom',
  'listedTo',
] as const
export type ProjectFilter = (typeof projectFilters)[number]
