import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import { codeGeneration, type GeneratedFile } from '#contract/develop/code-generation.ts'
import { dataModel } from '#contract/develop/data-model.ts'
import { type KnownLabels, prototypeFaults } from '#contract/develop/model-fields.ts'
import { type AnyEntity, areaOfService, type RowOf } from '#contract/kit/entity.ts'
import { Fail, faulty } from '#contract/kit/fail.ts'
import { split } from '#contract/kit/field.ts'
import { bilingual, fill, kebab, snake, type Text } from '#contract/kit/text.ts'
import type { Download } from '../base/http/send-file.ts'
import { writeAudit } from '../engine/audit-entry.ts'
import type { Ctx, Handlers } from '../engine/context.ts'
import { findRow, insertRow } from '../engine/crud.ts'
import { storedPrototypes } from './data-model.ts'
import { codeFiles } from './generator/code-files.ts'
import type { EntityDraft } from './generator/declaration-text.ts'
import { entityDraft, entityNameOf, type ModelSource } from './generator/entity-draft.ts'
import { namedTexts } from './generator/named-texts.ts'
import { readSourceFile, sourceRoot } from './generator/working-tree.ts'

type Settings = RowOf<typeof codeGeneration>

/** The labels of all entities and fields: a Chinese text keeps the English one that it has. */
const knownLabels = ({ app }: Ctx): KnownLabels => {
  const labels = Object.values(app.entities).flatMap(({ label, fields }): Text[] => [
    label,
    ...Object.values(fields as AnyEntity['fields']).map((field) => (field as { label: Text }).label),
  ])
  return new Map([...labels.toReversed(), ...namedTexts])
}

/** A model with its prototypes. Throws a Fail that names the column whose field cannot be made. */
const readModel = async (ctx: Ctx, id: string): Promise<ModelSource> => {
  const { modelName, modelClass } = await findRow(ctx, dataModel, id)
  const prototypes = await storedPrototypes(ctx, id)
  const [wrong] = prototypeFaults(prototypes)
  if (!wrong) return { modelName, modelClass, prototypes }
  const at = wrong.column ? fill(['列“{0}”：', 'Column “{0}”: '], wrong.column) : (['', ''] as const)
  const text: Text = fill(
    ['数据模型“{0}”不能生成代码。{1}{2}', 'No code can be generated from the model “{0}”. {1}{2}'],
    modelName,
    at,
    wrong.text,
  )
  throw faulty([{ at: 'modelId', text }])
}

const badClass: Text = [
  '模型类名“{0}”应以大写字母开头，只含字母和数字',
  'The class “{0}” must begin with a capital letter and have letters and digits only',
]
const taken: Text = [
  '名称“{0}”与已有的{1}相同，请更改模型类名',
  'The name “{0}” is that of {1}; change the class of the model',
]

/** Throws a Fail if an entity, a table, a permission or a file already has the name. */
const assertFree = ({ app }: Ctx, { modelClass }: ModelSource, area: string): void => {
  if (!/^[A-Z][A-Za-z0-9]{1,40}$/.test(modelClass)) throw faulty([{ at: 'modelId', text: fill(badClass, modelClass) }])
  const name = entityNameOf({ modelClass })
  const entities = Object.values(app.entities)
  const owner = entities.find(
    (one) => one.name === name || one.code === snake(name) || one.path.endsWith(`/${kebab(name)}`),
  )
  const file = `contract/${area}/${kebab(name)}.ts`
  const has: Text | null = owner
    ? owner.label
    : readSourceFile(sourceRoot(), file) !== null
      ? fill(['文件 {0}', 'the file {0}'], file)
      : null
  if (has) throw faulty([{ at: 'modelId', text: fill(taken, name, has) }])
}

const noService: Text = [
  '服务名称“{0}”不是平台的服务，请输入如 caict-system、caict-project 的名称',
  'The platform has no service “{0}”; enter a name such as caict-system or caict-project',
]

const draftOf = async (ctx: Ctx, settings: Settings): Promise<EntityDraft> => {
  const { modelId, serviceName, templateType, subModelId, subFkId, treeId, treePid, treeName } = settings
  const area = areaOfService(serviceName)
  if (!area) throw faulty([{ at: 'serviceName', text: fill(noService, serviceName) }])
  const model = await readModel(ctx, modelId)
  assertFree(ctx, model, area)
  const sub = templateType === 'sub' && subModelId ? await readModel(ctx, subModelId) : null
  return entityDraft({
    area,
    model,
    known: knownLabels(ctx),
    sub: sub && { model: sub, foreignKey: subFkId ?? '' },
    tree: templateType === 'tree' ? { id: treeId ?? '', parent: treePid ?? '', name: treeName ?? '' } : null,
  })
}

/** The files that these settings describe; two with the same name are refused. */
const filesOf = async (ctx: Ctx, ids: readonly string[]): Promise<GeneratedFile[]> => {
  const drafts: EntityDraft[] = []
  for (const id of ids) {
    const draft = await draftOf(ctx, await findRow(ctx, codeGeneration, id))
    if (drafts.some(({ name }) => name === draft.name))
      throw new Fail(fill(['所选配置有两个都生成“{0}”', 'Two of the settings generate “{0}”'], draft.name), 400)
    drafts.push(draft)
  }
  return codeFiles(drafts, sourceRoot())
}

const readMe = (files: readonly GeneratedFile[]): string => {
  const title: Text = ['生成的代码', 'Generated code']
  const run: Text = ['在平台源代码目录中依次执行：', 'In the source of the platform, run one after another:']
  const then: Text = [
    '然后运行测试。补丁中没有 contract/index.ts 时，请将新实体加入其中。',
    'Then run the tests. If the patch has no contract/index.ts, add the entities there.',
  ]
  const commands = [
    'git apply changes.patch',
    'npm run routes',
    'npx vitest run --project node tests/export-columns.test.ts --update',
  ]
  return [
    `# ${bilingual(title)}`,
    files.map(({ path }) => `- ${path}`).join('\n'),
    bilingual(run),
    commands.map((command) => `    ${command}`).join('\n'),
    `${bilingual(then)}\n`,
  ].join('\n\n')
}

/** An archive of the files, with one patch for all of them. */
const archiveOf = (files: readonly GeneratedFile[]): Promise<Buffer> => {
  const zip = new ZipFile()
  for (const { path, text } of files) zip.addBuffer(Buffer.from(text), path)
  zip.addBuffer(Buffer.from(files.map(({ diff }) => diff).join('')), 'changes.patch')
  zip.addBuffer(Buffer.from(readMe(files)), 'README.md')
  zip.end()
  return buffer(zip.outputStream)
}

const genCode = async (ctx: Ctx, ids: readonly string[]): Promise<Download> => {
  const bytes = await archiveOf(await filesOf(ctx, ids))
  for (const id of ids) await writeAudit(ctx, 'codeGeneration', id, 'generate', null, null)
  return { stream: Readable.from([bytes]), name: 'code.zip', type: 'application/zip', size: bytes.length }
}

/** Code for this platform from data models: shown, or as an archive. Nothing is written where the server runs. */
export const codeGenerationHandlers: Handlers<'codeGeneration'> = {
  copy: async (ctx, { id }) => {
    const { codeName, ...row } = await findRow(ctx, codeGeneration, id)
    const own = Object.fromEntries(
      Object.keys(codeGeneration.fields).map((name) => [name, (row as Record<string, unknown>)[name]]),
    )
    await insertRow(ctx, codeGeneration, { ...own, codeName: `${codeName}-copy` })
    return null
  },
  genCode: (ctx, { ids }) => genCode(ctx, split(ids)),
  preview: (ctx, { id }) => filesOf(ctx, [String(id)]),
}
