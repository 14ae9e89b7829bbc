import { isReserved, isUsed, prototypeFaults } from '#contract/develop/model-fields.ts'
import { type Fault, faulty } from '#contract/kit/fail.ts'
import { kinds } from '#contract/kit/kinds.ts'
import { fill, kebab, snake, type Text } from '#contract/kit/text.ts'
import { run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import type { Ctx } from '../engine/context.ts'
import { entityNameOf, isNamed, type ModelSource } from './generator/entity-draft.ts'
import { readSourceFile, sourceRoot } from './generator/working-tree.ts'

const badClass: Text = [
  '模型类名“{0}”应以大写字母开头，只含字母和数字',
  'The class “{0}” must begin with a capital letter and have letters and digits only',
]
const reservedClass: Text = [
  '模型类名“{0}”在代码中另有含义，请更改',
  'The class “{0}” means something else in the code; change it',
]
const noCode: Text = ['数据模型“{0}”不能生成代码。{1}', 'No code can be generated from the model “{0}”. {1}']
const atColumn: Text = ['列“{0}”：{1}', 'Column “{0}”: {1}']
const noEntity: Text = ['平台没有实体“{0}”', 'the platform has no entity “{0}”']
const taken: Text = [
  '名称“{0}”与已有的{1}相同，请更改模型类名',
  'The name “{0}” is that of {1}; change the class of the model',
]
const noColumn: Text = ['数据模型“{0}”没有列“{1}”', 'The model “{0}” has no column “{1}”']

const atModel = (text: Text) => faulty([{ at: 'modelId', text }])

/** Names that every generated file imports, besides those of the kinds of fields. */
const imported = new Set(['entity', 'words', 'consoleWords', 'kitTerms'])

const classFault = (modelClass: string): Text | null => {
  if (!/^[A-Z][A-Za-z0-9]{1,40}$/.test(modelClass)) return fill(badClass, modelClass)
  const name = entityNameOf({ modelClass })
  return isReserved(name) || imported.has(name) || Object.hasOwn(kinds, name) ? fill(reservedClass, modelClass) : null
}

/**
 * Throws a Fail that names the class or the column of which nothing can be made. What a model says becomes names in code, so this is
 * asked of each model of the settings.
 */
export const assertUsable = ({ app }: Ctx, { modelName, modelClass, prototypes }: ModelSource): void => {
  const wrongClass = classFault(modelClass)
  if (wrongClass) throw atModel(wrongClass)
  const unknown = prototypes
    .filter((one) => isUsed(one) && one.refersTo && !Object.hasOwn(app.entities, one.refersTo))
    .map(({ jdbcName, refersTo }) => ({ column: jdbcName, text: fill(noEntity, refersTo ?? '') }))
  const [wrong] = [...prototypeFaults(prototypes), ...unknown]
  if (!wrong) return
  throw atModel(fill(noCode, modelName, wrong.column ? fill(atColumn, wrong.column, wrong.text) : wrong.text))
}

/** Throws a Fail if an entity, a screen, a permission, a table or a file already has the name. */
export const assertFree = async ({ app, db }: Ctx, model: ModelSource, area: string): Promise<void> => {
  const name = entityNameOf(model)
  const owner =
    Object.values(app.entities).find(
      (one) => one.name === name || one.code === snake(name) || one.path.endsWith(`/${kebab(name)}`),
    ) ?? app.screens.find((screen) => screen.name === name)
  const file = `contract/${area}/${kebab(name)}.ts`
  const [table] = await run(
    db,
    sql`select 1 from information_schema.tables where table_schema = 'public' and table_name = ${snake(name)}`,
  )
  const has: Text | null =
    owner?.label ??
    (table ? fill(['表 {0}', 'the table {0}'], snake(name)) : null) ??
    (readSourceFile(sourceRoot(), file) === null ? null : fill(['文件 {0}', 'the file {0}'], file))
  if (has) throw atModel(fill(taken, name, has))
}

/** Throws a Fail at each field of the settings that names a column which the model has not. */
export const assertColumns = (
  { modelName, prototypes }: ModelSource,
  named: Readonly<Record<string, string | null>>,
): void => {
  const faults = Object.entries(named).flatMap(([at, column]): Fault[] =>
    prototypes.some((one) => isNamed(one, column ?? '')) ? [] : [{ at, text: fill(noColumn, modelName, column ?? '') }],
  )
  if (faults.length) throw faulty(faults)
}
