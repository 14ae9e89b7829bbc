import { consoleWords } from '../console-words.ts'
import { call, file, shaped } from '../kit/call.ts'
import { flag } from '../kit/field.ts'
import { fill, type Text } from '../kit/text.ts'
import { region } from '../system/region.ts'
import { type NewPassword, user } from '../system/user.ts'
import { exportCallsOf } from './exporting.ts'

/** Result of an import within the request. Initial passwords of new accounts are returned only here. */
export interface ImportResult {
  added: number
  updated: number
  passwords: NewPassword[]
}

/** Fields of an upload by clients of the family. */
const sheetFields = { isCovered: flag('覆盖已有数据', 'Overwrite existing data') }

const words = (actionLabel: Text, label: Text): Text => [
  `${actionLabel[0]}（${label[0]}）`,
  `${actionLabel[1]} (${label[1]})`,
]

/** The addresses at which the family's clients export and import this entity. */
const sheetsOf = (entity: typeof user | typeof region) => {
  const { name } = entity
  const perm = `${entity.code}_import`
  const at = entity.path.replace(/^\/api\//, '')
  return {
    export: { ...exportCallsOf(entity).direct, path: `${entity.path}/export-${name}` },
    template: call('GET', `${at}/export-template`, fill(['{0}导入模板', 'Import template: {0}'], entity.label), {
      access: { perm: [perm] },
      output: file,
    }),
    import: call('POST', `${at}/import-${name}`, words(consoleWords.import, entity.label), {
      access: { perm: [perm] },
      body: 'multipart',
      input: sheetFields,
      output: shaped<ImportResult>(),
    }),
  }
}

const sheets = { user: sheetsOf(user), region: sheetsOf(region) }

/**
 * Exports and imports within one request. They allow fewer rows than those of our own pages, which run in the background
 * (docs/decisions/0029), and use the same code.
 */
export const sheetCalls = {
  exportUser: sheets.user.export,
  userTemplate: sheets.user.template,
  importUser: sheets.user.import,
  exportRegion: sheets.region.export,
  regionTemplate: sheets.region.template,
  importRegion: sheets.region.import,
}
