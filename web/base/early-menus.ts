import type { Endpoint } from '#contract/kit/call.ts'
import type { MenuNode } from '#contract/system/menu.ts'
import { answerQuery, queries } from './caller.ts'
import { currentLang } from './language.ts'

/** The call for the menus without the declaration of all menu fields, which is part of the console's code. */
export const menusCall = {
  method: 'GET',
  path: '/api/caict-system/menu/routes',
  output: { as: 'shaped' },
} as Endpoint<object, MenuNode[]>

/** Requests the menus while the code of the console is still loading; the console finds them in the cache. */
export const fetchMenusEarly = (): Promise<void> => queries.prefetchQuery(answerQuery(menusCall, {}, currentLang()))
