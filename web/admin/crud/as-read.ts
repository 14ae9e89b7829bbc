import type { Fields } from '#contract/kit/field.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { Failure } from '#web/base/caller.ts'
import type { FormValues } from '#web/form/place.ts'
import type { AnyRow } from './calls.ts'

/** Tells the server which state of the row a form was begun with: it refuses to change another one (server/engine/unchanged.ts). */
export const asRead = (row?: AnyRow): Record<string, string> =>
  row?.updateTime ? { 'if-match': `"${row.id} ${row.updateTime}"` } : {}

export const isChangedMeanwhile = (error: unknown): error is Failure =>
  error instanceof Failure && error.code === 409 && Object.hasOwn(Object(error.data), 'updateTime')

const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

export interface Meanwhile {
  /** What others have changed and the form has not: to be taken over. */
  readonly taken: FormValues
  /** Names of the fields that both have changed, to different values. */
  readonly both: readonly string[]
}

/** What became of a row while its form was open: `begun` is what the form began with, `now` what stands there. */
export const meanwhile = (fields: Fields, typed: FormValues, begun: FormValues, now: FormValues): Meanwhile => {
  const theirs = Object.keys(fields).filter(
    (name) => !isSame(now[name], begun[name]) && !isSame(now[name], typed[name]),
  )
  const isMine = (name: string) => !isSame(typed[name], begun[name])
  return {
    taken: Object.fromEntries(theirs.filter((name) => !isMine(name)).map((name) => [name, now[name] ?? null])),
    both: theirs.filter(isMine),
  }
}

const changed: Text = [
  '他人刚刚修改了这条数据，尚未保存您的修改。',
  'Somebody else has just changed this; your changes are not saved yet.',
]
const takenOver: Text = ['对方修改的“{0}”已更新到表单中。', 'What they changed now stands in the form: {0}.']
const kept: Text = [
  '“{0}”双方都作了修改，表单中是您填写的内容。',
  'Both of you changed this, and the form has yours: {0}.',
]
const onward: Text = ['核对后再次保存，以表单中的内容为准。', 'Compare and save again: what the form says will hold.']

/** What is said of it before the form is sent again. */
export const wordsOf = (fields: Fields, { taken, both }: Meanwhile): Text => {
  const labelled = (text: Text, names: readonly string[]): Text[] => {
    const labels = names.map((name) => fields[name]?.label ?? [name, name])
    const [zh, en] = [labels.map(([one]) => one).join('、'), labels.map(([, one]) => one).join(', ')]
    return names.length ? [fill(text, [zh, en])] : []
  }
  const said = [changed, ...labelled(takenOver, Object.keys(taken)), ...labelled(kept, both), onward]
  return [said.map(([zh]) => zh).join(''), said.map(([, en]) => en).join(' ')]
}
