import { consoleWords } from '../console-words.ts'
import { call, type Endpoint, file, row } from '../kit/call.ts'
import type { AnyEntity } from '../kit/entity.ts'
import { choice, longText } from '../kit/field.ts'
import { keyword, keywordFields } from '../kit/keyword.ts'
import type { Text } from '../kit/text.ts'
import { base } from '../kit/verbs.ts'

const lists = ['page', 'list', 'forest'] as const

/** Whether an action named like a list verb is the list of a screen: that of a view, or one with a permission as the standard verbs have. */
const isListOfScreen = (entity: AnyEntity, list: string): boolean => {
  const call: Endpoint | undefined = entity.calls[list]
  return call !== undefined && (entity.isView || typeof call.access === 'object')
}

/** The verb that lists the rows of this entity's screen; every list can be exported. */
export const listVerbOf = (entity: AnyEntity): (typeof lists)[number] | undefined =>
  lists.find((verb) => entity.verbs.includes(verb)) ?? lists.find((verb) => isListOfScreen(entity, verb))

/** Maximum rows of an export as a job, and of one that is returned directly (docs/decisions/0029). */
export const maxExportRows = { job: 200_000, direct: 5000 } as const

/** Retention of the files of jobs, in days. */
export const fileRetentionDays = 7

/** Retention of reports in days: a monthly one is there until the next. */
export const reportRetentionDays = 31

export const exportWords: Text = consoleWords.export

export const formats = [
  ['xlsx', ['Excel 工作簿（.xlsx）', 'Excel workbook (.xlsx)']],
  ['csv', ['CSV 文本（.csv）', 'CSV text (.csv)']],
] as const

const exportInput = {
  format: choice('格式', 'Format', { choices: formats }),
  /** Names of fields, joined by commas; default: the columns of the list. */
  columns: longText('导出列', 'Columns'),
}

/** The export calls of an entity with a list: as a job or, for few rows, directly as a file, which some clients ask for by POST. */
export const exportCallsOf = (entity: AnyEntity) => {
  const access = { perm: [`${entity.code}_export`] }
  const at = entity.path.replace(/^\/api\//, '')
  const direct = {
    access,
    input: { ...exportInput, ...(keywordFields(entity).length ? { keyword } : {}) },
    body: 'filters',
    output: file,
  } as const
  return {
    /** `query` has the parameters of the list as in its address; `ids` selects rows, by default all. */
    start: call('POST', `${at}/start-export`, exportWords, {
      access,
      input: {
        ...exportInput,
        query: longText('列表条件', 'List filters', { max: 4000 }),
        ids: longText('所选记录', 'Selected rows', { max: 100_000 }),
      },
      output: row({ id: base.id }),
    }),
    direct: call('GET', `${at}/export`, exportWords, direct),
    ...(entity.hasPostedExport ? { posted: call('POST', `${at}/export`, exportWords, direct) } : {}),
  }
}

/** The export calls of all entities, under unique names. */
export const exportCalls = (entities: readonly AnyEntity[]) =>
  Object.fromEntries(
    entities
      .filter((entity) => listVerbOf(entity))
      .flatMap((entity) =>
        Object.entries(exportCallsOf(entity)).map(([name, endpoint]) => [`${entity.name}.${name}`, endpoint] as const),
      ),
  )
