import type { FieldPrototype, KnownLabels } from '#contract/develop/model-fields.ts'
import { fieldsOfModel, listOfModel } from '#contract/develop/model-fields.ts'
import type { Field, Fields } from '#contract/kit/field.ts'
import type { EntityDraft } from './declaration-text.ts'

/** A model with its prototypes. */
export interface ModelSource {
  readonly modelName: string
  readonly modelClass: string
  readonly prototypes: readonly (FieldPrototype & { readonly id?: string | null })[]
}

interface DraftOptions {
  readonly area: string
  readonly model: ModelSource
  readonly known: KnownLabels
  /** The model of the sub-rows, and the column by which they name their row. */
  readonly sub?: { readonly model: ModelSource; readonly foreignKey: string } | null
  /** The columns of a tree that name its parent and its nodes, as the settings have them. */
  readonly tree?: { readonly id: string; readonly parent: string; readonly name: string } | null
}

/** `OrderItem` → `orderItem`. */
export const entityNameOf = ({ modelClass }: Pick<ModelSource, 'modelClass'>): string =>
  modelClass.charAt(0).toLowerCase() + modelClass.slice(1)

/** `OrderItem` → `Order item`. */
const wordsOf = (modelClass: string): string =>
  modelClass.charAt(0) + modelClass.slice(1).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

const plural = (word: string): string => {
  if (/(s|x|ch|sh)$/.test(word)) return `${word}es`
  return /[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`
}

/** Settings name a column by its id, as clients of the family do, by its name or by its property. */
export const isNamed = ({ id, jdbcName, propertyName }: ModelSource['prototypes'][number], by: string): boolean =>
  by !== '' && (id === by || jdbcName === by || propertyName === by)

const subFields = ({ model, foreignKey }: NonNullable<DraftOptions['sub']>, known: KnownLabels): Fields => {
  const own = model.prototypes.filter((one) => !isNamed(one, foreignKey) && one.isForm === 1)
  // a row within a row is a part of its document: no index, and no editor
  const inner = Object.entries(fieldsOfModel(own, known)).map(([name, { unique: _, ...field }]): [string, Field] => [
    name,
    field.kind === 'richText' ? { ...field, kind: 'longText' } : field,
  ])
  return {
    [plural(entityNameOf(model))]: {
      kind: 'many',
      label: [model.modelName, known.get(model.modelName) ?? plural(wordsOf(model.modelClass))],
      fields: Object.fromEntries(inner),
    },
  }
}

const titleOf = (fields: Fields, wanted: string | undefined): string => {
  const texts = Object.keys(fields).filter((name) => fields[name]?.kind === 'text')
  return wanted ?? texts.find((name) => /name|title/i.test(name)) ?? texts[0] ?? (Object.keys(fields)[0] as string)
}

/** What the entity of a model is, by the template of its settings. */
export const entityDraft = ({ area, model, known, sub, tree }: DraftOptions): EntityDraft => {
  const name = entityNameOf(model)
  const words = wordsOf(model.modelClass)
  const own = model.prototypes.filter((one) => !tree || !(isNamed(one, tree.parent) || isNamed(one, tree.id)))
  const parent: Fields = tree ? { parentId: { kind: 'tree', label: ['上级', 'Parent'], of: name } } : {}
  const fields = { ...parent, ...fieldsOfModel(own, known), ...(sub ? subFields(sub, known) : {}) }
  const treeName = tree ? own.find((one) => isNamed(one, tree.name))?.propertyName : null
  return {
    area,
    name,
    label: [model.modelName, known.get(model.modelName) ?? plural(words)],
    rowLabel: [model.modelName, words.toLowerCase()],
    title: titleOf(fields, treeName ?? undefined),
    fields,
    ...listOfModel(own, fields),
    ...(tree ? { verbs: ['forest', 'detail', 'submit', 'remove', 'select', 'tree'] } : {}),
  }
}
