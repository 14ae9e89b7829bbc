import { consoleWords } from '../console-words.ts'
import { get, nodes, nothing, page, post, row, rows } from '../kit/call.ts'
import { entity } from '../kit/entity.ts'
import { code, dict, int, text } from '../kit/field.ts'
import { kitTerms } from '../kit/kit-terms.ts'
import { base, paging } from '../kit/verbs.ts'
import { words } from '../words.ts'

const fields = {
  code: text('区划编号', 'Code', { required: true, max: 12, unique: true }),
  parentCode: code(...consoleWords.parentRegion, { of: 'region', required: true }),
  name: text('区划名称', 'Name', { required: true, max: 32 }),
  nameEn: text(...consoleWords.englishName, { max: 64 }),
  /** Derived from the code. */
  regionLevel: dict('区划等级', 'Level', { of: 'region', required: true, direction: 'out' }),
  sort: int('区划排序', 'Order'),
  remark: text(...consoleWords.remark),
} as const

/** Position of a division: code and name of each level down to its own. */
const places = {
  parentId: text(...consoleWords.parentRegion, { direction: 'out', required: true }),
  parentName: text('父区划名称', 'Parent', { direction: 'out', required: true }),
  ancestors: text('祖区划编号', 'Ancestors', { direction: 'out', required: true }),
  provinceCode: text('省级编号', 'Province code', { direction: 'out' }),
  provinceName: text('省级名称', 'Province', { direction: 'out' }),
  cityCode: text('地市编号', 'City code', { direction: 'out' }),
  cityName: text('地市名称', 'City', { direction: 'out' }),
  districtCode: text('区县编号', 'District code', { direction: 'out' }),
  districtName: text('区县名称', 'District', { direction: 'out' }),
  townCode: text('乡镇编号', 'Town code', { direction: 'out' }),
  townName: text('乡镇名称', 'Town', { direction: 'out' }),
  villageCode: text('村级编号', 'Village code', { direction: 'out' }),
  villageName: text('村级名称', 'Village', { direction: 'out' }),
} as const

const fullFields = { ...base, ...fields, ...places } as const
const codeInput = { code: text('区划编号', 'Code', { required: true, max: 12 }) }
const parent = { parentCode: text(...consoleWords.parentRegion, { max: 12 }) }

/** Administrative divisions by their GB/T 2260 code; the id of a row is its code, the root is 00. */
export const region = entity('system', 'region', ['行政区划', 'Regions'], {
  title: 'name',
  rowLabel: ['行政区划', 'region'],
  screen: '/base/region',
  fields,
  search: ['code', 'name', 'nameEn'],
  list: ['code', 'name', 'nameEn', 'regionLevel', 'sort', 'remark'],
  shared: true,
  verbs: ['submit', 'removed', 'restore'],
  perms: { view: words.view },
  imports: {
    fields: ['code', 'parentCode', 'name', 'nameEn', 'sort', 'remark'],
    parentKey: ({ parentCode }) => (parentCode === '00' ? null : [String(parentCode)]),
    hint: [
      '按区划编号识别已有区划；上级须已存在或在同一文件中，省级的父区划编号为 00。',
      'Existing regions are recognised by their code. The parent must exist or be in the same file; the parent code of provinces is 00.',
    ],
  },
  actions: {
    list: get(paging, {
      label: kitTerms.list,
      output: page(fullFields),
      access: { perm: ['region'] },
      body: 'filters',
    }),
    /** One whole level; with filters and without a parent, matches of every level. */
    lazyList: get(parent, {
      label: ['逐级列表', 'List by level'],
      output: rows(fullFields),
      access: { perm: ['region'] },
      body: 'filters',
    }),
    detail: get(codeInput, { label: kitTerms.details, output: row(fullFields), access: { perm: ['region'] } }),
    remove: post(
      { id: text('区划编号', 'Code', { required: true, max: 12 }) },
      { label: words.remove, output: nothing, access: { perm: ['region_delete'] } },
    ),
    lazyTree: get(parent, { label: ['逐级树', 'Tree by level'], output: nodes, access: 'login' }),
    lazyTreeCity: get(
      { provinceName: text('省份名称', 'Province', { required: true, max: 32 }) },
      { label: ['省内地市', 'Cities of a province'], at: 'lazyTreeCity', output: nodes, access: 'login' },
    ),
    select: get(
      { code: text(...consoleWords.parentRegion, { max: 12 }) },
      { label: ['下级区划', 'Subregions'], output: rows({ ...base, ...fields }), access: 'login' },
    ),
  },
})
