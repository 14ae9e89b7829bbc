import type { Endpoint, Page } from '#contract/kit/call.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import type { ListInput } from '#contract/kit/verbs.ts'
import { declaration } from '#contract/project/declaration.ts'
import { filteredDeclaration } from '#contract/project/readings.ts'
import { loadAllPages } from '../crud/sources/page-source.ts'
import type { AnyRow } from '../entity/calls.ts'
import { readState } from '../entity/list-state.ts'
import { withFilters } from '../entity/with-filters.ts'
import { type ListedPaths, maxWalk } from './walk.ts'

interface WalkList {
  readonly entity: AnyEntity
  readonly call: Endpoint<ListInput, Page<AnyRow>>
  readonly pathOf: (row: AnyRow) => string
}

const searchOf = (list: string) => new URLSearchParams(list.split('?')[1])

/** Whether a row leaves the list at this address once the person has handled it. */
export const isOfWaiting = (list: string): boolean => searchOf(list).get('waiting') === '1'

/** The list at this address. */
const listAt = (list: string): WalkList => {
  const { waiting, page } = declaration.calls
  const waits = isOfWaiting(list)
  return {
    entity: waits ? declaration : withFilters(filteredDeclaration),
    call: (waits ? waiting : page) as unknown as WalkList['call'],
    pathOf: ({ id }) => `/project/declaration/${id}`,
  }
}

/** The pages of a list in its order, with its filters: at most a thousand. */
export const loadPaths = async (list: string): Promise<ListedPaths> => {
  const { entity, call, pathOf } = listAt(list)
  const rows = await loadAllPages(call, readState(searchOf(list), entity.fields), maxWalk)
  return { paths: rows.slice(0, maxWalk).map(pathOf), capped: rows.length >= maxWalk }
}
