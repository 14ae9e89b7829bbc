import type { Fields } from '#contract/kit/field.ts'
import { fill, listText, type Text } from '#contract/kit/text.ts'
import { Failure } from '#web/base/api/caller.ts'
import type { FormValues } from '#web/form/form-values.ts'

export const isEditConflict = (error: unknown): error is Failure =>
  error instanceof Failure && error.code === 409 && Object.hasOwn(Object(error.data), 'updateTime')

const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

export interface MergeResult {
  /** Values changed only by others, to be merged into the form. */
  readonly remoteChanges: FormValues
  /** Names of the fields that both sides changed, to different values. */
  readonly conflicts: readonly string[]
}

/** Three-way merge of a row that changed while its form was open: `initial` is the form's start, `current` the row now. */
export const mergeChanges = (
  fields: Fields,
  values: FormValues,
  initial: FormValues,
  current: FormValues,
): MergeResult => {
  const remoteFields = Object.keys(fields).filter(
    (name) => !isSame(current[name], initial[name]) && !isSame(current[name], values[name]),
  )
  const isEdited = (name: string) => !isSame(values[name], initial[name])
  return {
    remoteChanges: Object.fromEntries(
      remoteFields.filter((name) => !isEdited(name)).map((name) => [name, current[name] ?? null]),
    ),
    conflicts: remoteFields.filter(isEdited),
  }
}

const conflictWords: Text = [
  '这条数据刚刚被他人修改，您的修改尚未保存。',
  'Someone else has just changed this row; your changes are not saved yet.',
]
const mergedWords: Text = ['对方修改的“{0}”已更新到表单中。', 'Their changes are now in the form: {0}.']
const conflictingWords: Text = [
  '“{0}”双方都作了修改，表单中是您填写的内容。',
  'You both changed these fields; the form keeps your values: {0}.',
]
const retryWords: Text = [
  '核对后再次保存，以表单中的内容为准。',
  'Check the form and save again; its values will be stored.',
]

/** The message displayed before the form is sent again. */
export const conflictMessage = (fields: Fields, { remoteChanges, conflicts }: MergeResult): Text => {
  const withLabels = (text: Text, names: readonly string[]): Text[] => {
    const labels = listText(names.map((name) => fields[name]?.label ?? [name, name]))
    return names.length ? [fill(text, labels)] : []
  }
  const sentences = [
    conflictWords,
    ...withLabels(mergedWords, Object.keys(remoteChanges)),
    ...withLabels(conflictingWords, conflicts),
    retryWords,
  ]
  return [sentences.map(([zh]) => zh).join(''), sentences.map(([, en]) => en).join(' ')]
}
