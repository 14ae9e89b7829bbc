import type { Endpoint, Page } from '#contract/kit/call.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import type { ListInput } from '#contract/kit/verbs.ts'
import { declaration } from '#contract/project/declaration.ts'
import { filteredDeclaration } from '#contract/project/readings.ts'
import { ask } from '#web/base/api/caller.ts'
import type { AnyRow } from '../entity/calls.ts'
import { listInputOf, readState, sizes } from '../entity/list-state.ts'
import { withFilters } from '../entity/with-filters.ts'
import { type ListedPaths, maxWalk } from './walk.ts'

interface WalkList {
  readonly entity: AnyEntity
  readonly call: Endpoint<ListInput, Page<AnyRow>>
  readonly pathOf: (row: AnyRow) => string
}

/** The list at this address. */
const listAt = (search: URLSearchParams): WalkList => {
  const { waiting, page } = declaration.calls
  const waits = search.get('waiting') === '1'
  return {
    entity: waits ? declaration : withFilters(filteredDeclaration),
    call: (waits ? waiting : page) as unknown as WalkList['call'],
    pathOf: ({ id }) => `/project/declaration/${id}`,
  }
}

/** The pages of a list in its order, with its filters: at most a thousand. */
export const loadPaths = async (list: string): Promise<ListedPaths> => {
  const search = new URLSearchParams(list.split('?')[1])
  const { entity, call, pathOf } = listAt(search)
  const state = readState(search, entity.fields)
  const size = Math.max(...sizes)
  // by path: a row that is added meanwhile moves others to the next page
  const paths = new Set<string>()
  for (let current = 1; paths.size < maxWalk; current += 1) {
    const { records, pages } = await ask(call, { ...listInputOf(state), current, size })
    for (const row of records) paths.add(pathOf(row))
    if (current >= pages) return { paths: [...paths], capped: false }
  }
  return { paths: [...paths].slice(0, maxWalk), capped: true }
}
