import type { Endpoint } from '#contract/kit/call.ts'
import type { MenuNode } from '#contract/system/menu.ts'
import { answerQuery, queries } from '../api/caller.ts'
import { currentLang } from '../api/language.ts'

/** The call for the menus without the declaration of all menu fields, which is part of the console's code. */
export const menusCall = {
  method: 'GET',
  path: '/api/caict-system/menu/routes',
  output: { as: 'shaped' },
} as Endpoint<object, MenuNode[]>

/** The call for the permissions, likewise. */
export const permissionsCall = {
  method: 'GET',
  path: '/api/caict-system/menu/buttons',
  output: { as: 'shaped' },
} as Endpoint<object, MenuNode[]>

/** Requests menus and permissions while the code of the console is still loading; the console finds them in the cache. */
export const fetchMenusEarly = async (): Promise<void> => {
  const lang = currentLang()
  // lists also wait for the permissions, but the frame does not
  void queries.prefetchQuery(answerQuery(permissionsCall, {}, lang))
  await queries.prefetchQuery(answerQuery(menusCall, {}, lang))
}
