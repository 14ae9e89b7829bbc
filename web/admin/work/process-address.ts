import { flowDictionary } from '#contract/flow/categories.ts'
import { dict } from '#contract/system/dict.ts'
import { useAnswer } from '#web/base/caller.ts'

const cacheOptions = { staleTime: 300_000 }

/** The name in the addresses of a process type's pages, from the remark of its dictionary entry; undefined if it has none. */
export const useRouteOf = (): ((categoryKey: number | string | null | undefined) => string | undefined) => {
  const { data } = useAnswer(dict.calls.dictionary, { code: flowDictionary }, cacheOptions)
  return (key) => data?.find(({ dictKey }) => dictKey === String(key ?? ''))?.remark || undefined
}

const address = (...parts: readonly string[]) => ['/work/process', ...parts.map(encodeURIComponent)].join('/')

interface Instance {
  readonly processInstanceId: string | null
  readonly businessId: string | null
}

export const formAddress = (route: string, definitionId: string): string => address(route, 'form', definitionId)

export const handleAddress = (route: string, taskId: string, { processInstanceId, businessId }: Instance): string =>
  address(route, 'handle', taskId, processInstanceId ?? '', businessId ?? '')

export const detailAddress = (route: string, { processInstanceId, businessId }: Instance): string =>
  address(route, 'detail', processInstanceId ?? '', businessId ?? '')
