import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import { codeGeneration, type GeneratedFile } from '#contract/develop/code-generation.ts'
import { dataModel } from '#contract/develop/data-model.ts'
import type { KnownLabels } from '#contract/develop/model-fields.ts'
import { type AnyEntity, areaOfService, type RowOf } from '#contract/kit/entity.ts'
import { Fail, faulty } from '#contract/kit/fail.ts'
import { split } from '#contract/kit/field.ts'
import { bilingual, fill, type Text } from '#contract/kit/text.ts'
import type { Download } from '../base/http/send-file.ts'
import { writeAudit } from '../engine/audit-entry.ts'
import type { Ctx, Handlers } from '../engine/context.ts'
import { findRow, insertRow } from '../engine/crud.ts'
import { storedPrototypes } from './data-model.ts'
import { codeFiles } from './generator/code-files.ts'
import type { EntityDraft } from './generator/declaration-text.ts'
import { entityDraft, type ModelSource } from './generator/entity-draft.ts'
import { namedTexts } from './generator/named-texts.ts'
import { sourceRoot } from './generator/working-tree.ts'
import { assertColumns, assertFree, assertUsable } from './model-checks.ts'

type Settings = RowOf<typeof codeGeneration>

/** The labels of all entities and fields: a Chinese text keeps the English one that it has. */
const knownLabels = ({ app }: Ctx): KnownLabels => {
  const labels = Object.values(app.entities).flatMap(({ label, fields }): Text[] => [
    label,
    ...Object.values(fields as AnyEntity['fields']).map((field) => (field as { label: Text }).label),
  ])
  return new Map([...labels.toReversed(), ...namedTexts])
}

/** A model with its prototypes. Throws a Fail that names what no code can be made of. */
const readModel = async (ctx: Ctx, id: string): Promise<ModelSource> => {
  const { modelName, modelClass } = await findRow(ctx, dataModel, id)
  const model = { modelName, modelClass, prototypes: await storedPrototypes(ctx, id) }
  assertUsable(ctx, model)
  return model
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
  await assertFree(ctx, model, area)
  const sub = templateType === 'sub' && subModelId ? await readModel(ctx, subModelId) : null
  if (sub) assertColumns(sub, { subFkId })
  if (templateType === 'tree') assertColumns(model, { treePid, treeName })
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
