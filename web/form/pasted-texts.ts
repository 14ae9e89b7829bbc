import { readLocal, removeLocal, writeLocal } from '#web/base/api/local.ts'
import { currentUser } from '#web/base/api/session.ts'
import { type FormValues, rowIdOf } from './form-values.ts'
import type { PastedText } from './pasted-rows.ts'

/** Texts by row and field. Ids of rows are unique, so no place has to be named. */
type Texts = Readonly<Record<string, string>>

/** Cells that are no value of their field are kept in the browser for their user: the server keeps only fields. */
const storeName = () => `pasted-texts-${currentUser()?.tenant_id}-${currentUser()?.user_id}`

/** The texts of a store as read last: each field of each row asks at every render. */
let cached: { readonly name: string; readonly texts: Texts } | null = null

const read = (): Texts => {
  const name = storeName()
  if (cached?.name !== name) cached = { name, texts: readLocal<Texts>(name) ?? {} }
  return cached.texts
}

const write = (texts: Texts): void => {
  cached = { name: storeName(), texts }
  if (Object.keys(texts).length) writeLocal(cached.name, texts)
  else removeLocal(cached.name)
}

/** The row and the field at the end of the path of a field in a list. */
const keyOf = (at: string) => at.split('.').slice(-2).join('.')

/** Keeps what was pasted into rows but is no value of its field, until it is no longer needed. */
export const keepPastedTexts = (rows: readonly FormValues[], texts: readonly PastedText[]): void => {
  if (texts.length === 0) return
  const more = texts.map(({ row, name, value }) => [`${rowIdOf(rows[row - 1] ?? {}, row - 1)}.${name}`, value])
  write({ ...read(), ...Object.fromEntries(more) })
}

/** What was pasted into a field of a row and is no value of it. */
export const pastedTextAt = (at: string): string | undefined => read()[keyOf(at)]

export const forgetPastedText = (at: string): void => {
  const { [keyOf(at)]: _, ...others } = read()
  write(others)
}
