import { spawnSync } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { entities } from '#contract/index.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { kebab } from '#contract/kit/text.ts'
import type { Verb } from '#contract/kit/verbs.ts'

/** Source of each standard handler; a verb without an entry stays standard (server/engine/crud.ts). */
const bodies: Partial<Record<Verb, (name: string, code: string) => string>> = {
  list: (name) => `(ctx, input) => pageOf(ctx, ${name}, input)`,
  page: (name) => `(ctx, input) => pageOf(ctx, ${name}, input)`,
  forest: (name) => `async (ctx, input) => forestOf(await rowsOf(ctx, ${name}, input))`,
  detail: (name) => `(ctx, input) => findRow(ctx, ${name}, input.id)`,
  submit: (name, code) => `async (ctx, input) => {
    requirePermission(ctx, input.id ? '${code}_edit' : '${code}_add')
    return saveRow(ctx, ${name}, input)
  }`,
  save: (name) => `(ctx, input) => saveRow(ctx, ${name}, { ...input, id: null })`,
  update: (name) => `(ctx, input) => saveRow(ctx, ${name}, { ...input, id: input.id ?? '0' })`,
  remove: (name) => `(ctx, input) => removeRows(ctx, ${name}, split(input.ids))`,
  removed: (name) => `async (ctx, input) => {
    const page = await pageOf(ctx, ${name}, input, { order: orderOfDeleted(${name}, input), isDeleted: 1 })
    await addDisplayNames(ctx, deletedByField, page.records)
    return page
  }`,
  restore: (name) => `(ctx, input) => restoreRows(ctx, ${name}, split(input.ids))`,
  select: (name) => `(ctx, input) => rowsOf(ctx, ${name}, input)`,
  tree: (name) => `async (ctx) => forestOf(nodesOf(${name}, await rowsOf(ctx, ${name}), ctx.lang))`,
}

const sources = {
  '#contract/kit/field.ts': ['split'],
  '../engine/context.ts': ['requirePermission'],
  '../engine/crud.ts': ['findRow', 'pageOf', 'removeRows', 'rowsOf', 'saveRow'],
  '../engine/labels.ts': ['addDisplayNames'],
  '../engine/deleted-rows.ts': ['orderOfDeleted', 'deletedByField', 'restoreRows'],
  '../engine/tree.ts': ['forestOf', 'nodesOf'],
}

/** Source of a server file that overrides an entity's handlers: the standard behaviour, verb by verb, as a starting point. */
export const handlersOf = ({ area, name, code, verbs }: AnyEntity): string => {
  const lines = verbs.flatMap((verb: Verb) => (bodies[verb] ? [`  ${verb}: ${bodies[verb](name, code)},`] : []))
  const text = lines.join('\n')
  const usedSources = Object.entries(sources).map(([path, names]) => {
    const usedNames = names.filter((imported) => new RegExp(`\\b${imported}\\b`).test(text))
    return { path, names: path.endsWith('context.ts') ? ['type Handlers', ...usedNames] : usedNames }
  })
  const imports = [...usedSources, { path: `#contract/${area}/${kebab(name)}.ts`, names: [name] }]
    .filter(({ names }) => names.length)
    .map(({ path, names }) => `import { ${names.join(', ')} } from '${path}'`)
  return `${imports.join('\n')}\n\nexport const ${name}Handlers: Handlers<'${name}'> = {\n${text}\n}\n`
}

const printLine = (text: string) => process.stdout.write(`${text}\n`)

/** `npm run eject NAME`: writes that file unless it exists in the area. */
const eject = (name = '') => {
  const entity = (entities as Record<string, AnyEntity>)[name]
  if (!entity) return `There is no entity "${name}": ${Object.keys(entities).join(', ')}.`
  const [folder, fileName] = [`server/${entity.area}`, `${kebab(name)}.ts`]
  const path = `${folder}/${fileName}`
  const existing = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find(
    (file) => basename(file) === fileName,
  )
  if (existing) return `${folder}/${existing} already exists: add the verb there.`
  writeFileSync(path, handlersOf(entity))
  spawnSync(process.execPath, ['node_modules/@biomejs/biome/bin/biome', 'check', '--write', path])
  const standard = entity.verbs.filter((verb: Verb) => !bodies[verb])
  printLine(`Wrote ${path}. Now add to server/routes.ts:

  import { ${name}Handlers } from './${entity.area}/${kebab(name)}.ts'
  ${name}: ${name}Handlers,        // in the table "handlerOverrides"

Remove every verb that you do not change from the file: a verb without an entry is standard.`)
  if (standard.length) printLine(`Still standard: ${standard.join(', ')}.`)
  return null
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const errorMessage = eject(process.argv[2])
  if (errorMessage) process.stderr.write(`${errorMessage}\n`)
  process.exitCode = errorMessage ? 1 : 0
}
