import { flowDictionary, pagesOf } from '#contract/flow/categories.ts'
import { dict } from '#contract/system/dict.ts'
import { useAnswer } from '../api/caller.ts'

const cacheOptions = { staleTime: 300_000 }

/** The name in the addresses of a process's pages: that of its key, else the remark of its type's dictionary entry. */
export const useRouteOf = () => {
  const { data } = useAnswer(dict.calls.dictionary, { code: flowDictionary }, cacheOptions)
  return (key: string | null, categoryKey: number | null): string | undefined =>
    pagesOf(key) ?? (data?.find(({ dictKey }) => dictKey === String(categoryKey ?? ''))?.remark || undefined)
}

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

export const detailAddress = (route: string, { processInstanceId, businessId }: Instance): string =>
  address(route, 'detail', processInstanceId ?? '', businessId ?? '')
