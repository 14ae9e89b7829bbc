import { readLocal, removeLocal, writeLocal } from './local.ts'

const key = 'signOnFrom'

/** Keeps where somebody who leaves for the sign-on site is to come back to; a page of ours only. `opens` another window does so. */
export const rememberReturnPath = (from: string | null, opens = false): void => {
  removeLocal(key)
  if (from?.startsWith('/')) writeLocal(key, from, !opens)
}

export const takeReturnPath = (): string | null => {
  const from = readLocal<string>(key)
  removeLocal(key)
  return from
}
