import { readLocal, removeLocal, writeLocal } from '../api/local.ts'

const key = 'signOnFrom'

/**
 * Stores the path to return to from the sign-on site, only a path of this platform. `opens`: the site opens in another window.
 */
export const rememberReturnPath = (from: string | null, opens = false): void => {
  removeLocal(key)
  if (from?.startsWith('/')) writeLocal(key, from, !opens)
}

export const takeReturnPath = (): string | null => {
  const from = readLocal<string>(key)
  removeLocal(key)
  return from
}
