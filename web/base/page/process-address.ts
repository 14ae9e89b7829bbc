import { flowDictionary, pagesOf } from '#contract/flow/categories.ts'
import type { OutOf } from '#contract/kit/call.ts'
import { dict } from '#contract/system/dict.ts'
import { ask, useAnswer } from '../api/caller.ts'

const cacheOptions = { staleTime: 300_000 }

const types = [dict.calls.dictionary, { code: flowDictionary }] as const

/** The name in the addresses of a process's pages: that of its key, else the remark of its type's dictionary entry. */
type RouteOf = (key: string | null, categoryKey: number | null) => string | undefined

const routeIn =
  (entries: OutOf<typeof dict.calls.dictionary> | undefined): RouteOf =>
  (key, categoryKey) =>
    pagesOf(key) ?? (entries?.find(({ dictKey }) => dictKey === String(categoryKey ?? ''))?.remark || undefined)

export const useRouteOf = (): RouteOf => routeIn(useAnswer(...types, cacheOptions).data)

export const loadRouteOf = async (): Promise<RouteOf> => routeIn(await ask(...types))

const address = (...parts: readonly string[]) => ['/work/process', ...parts.map(encodeURIComponent)].join('/')

interface Instance {
  readonly processInstanceId: string | null
  readonly businessId: string | null
}

export const formAddress = (route: string, definitionId: string): string => address(route, 'form', definitionId)

export const handleAddress = (route: string, taskId: string, { processInstanceId, businessId }: Instance): string =>
  address(route, 'handle', taskId, processInstanceId ?? '', businessId ?? '')

interface OpenTask extends Instance {
  readonly taskId: string
  /** Whether it is still to be claimed. */
  readonly isOpen: boolean
}

/** Where a task is handled; without pages of its own, the list that contains it. */
export const taskAddress = (route: string | undefined, task: OpenTask): string => {
  if (route) return handleAddress(route, task.taskId, task)
  return task.isOpen ? '/work/claim' : '/work/todo'
}

interface Matter extends Instance {
  readonly businessTable: string | null
  readonly processDefinitionKey: string | null
  readonly categoryKey: number | null
  readonly taskId: string | null
}

/** Where a matter is handled: a declaration on its review page; undefined if its process has no pages. */
export const matterAddress = (routeOf: RouteOf, matter: Matter): string | undefined => {
  const { businessTable, businessId, processDefinitionKey, categoryKey, taskId } = matter
  if (businessTable === 'declaration') return `/project/declaration/${businessId}`
  const route = routeOf(processDefinitionKey, categoryKey)
  return route && taskId ? handleAddress(route, taskId, matter) : undefined
}

export const detailAddress = (route: string, { processInstanceId, businessId }: Instance): string =>
  address(route, 'detail', processInstanceId ?? '', businessId ?? '')
