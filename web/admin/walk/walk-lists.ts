import type { Endpoint, Page } from '#contract/kit/call.ts'
import type { AnyEntity, RowOf } from '#contract/kit/entity.ts'
import type { Row } from '#contract/kit/field.ts'
import type { ListInput } from '#contract/kit/verbs.ts'
import { declaration } from '#contract/project/declaration.ts'
import { filteredDeclaration } from '#contract/project/readings.ts'
import type { familyFields } from '#contract/work/task-fields.ts'
import { workWaiting } from '#contract/work/work-waiting.ts'
import { loadRouteOf, matterAddress } from '#web/base/page/process-address.ts'
import { screenPathOf } from '#web/base/page/screen-paths.ts'
import { loadAllPages } from '../crud/sources/page-source.ts'
import type { AnyRow } from '../entity/calls.ts'
import { readState } from '../entity/list-state.ts'
import { withFilters } from '../entity/with-filters.ts'
import { type ListedPaths, maxWalk } from './walk.ts'

interface WalkList {
  readonly entity: AnyEntity
  readonly call: Endpoint<ListInput, Page<AnyRow>>
  /** Resolves to where each row is handled; undefined for one that has no page or cannot be handled yet. */
  readonly loadPathOf: () => Promise<(row: AnyRow) => string | undefined>
}

const searchOf = (list: string) => new URLSearchParams(list.split('?')[1])
const isOfTasks = (list: string): boolean => list.split('?')[0] === screenPathOf(workWaiting)

/** Whether a row leaves the list at this address once the person has handled it. */
export const isOfWaiting = (list: string): boolean => isOfTasks(list) || searchOf(list).get('waiting') === '1'

/** A row of all that waits for a person. */
export type WaitingRow = RowOf<typeof workWaiting> & Partial<Pick<Row<typeof familyFields>, 'waitsFor' | 'canAccept'>>

const ofTasks: WalkList = {
  entity: workWaiting,
  call: workWaiting.calls.list as unknown as WalkList['call'],
  loadPathOf: async () => {
    const routeOf = await loadRouteOf()
    return (row) => {
      const task = row as unknown as WaitingRow
      return task.waitsFor ? undefined : matterAddress(routeOf, task)
    }
  },
}

/** The list at this address. */
const listAt = (list: string): WalkList => {
  if (isOfTasks(list)) return ofTasks
  const { waiting, page } = declaration.calls
  const waits = isOfWaiting(list)
  return {
    entity: waits ? declaration : withFilters(filteredDeclaration),
    call: (waits ? waiting : page) as unknown as WalkList['call'],
    loadPathOf: () => Promise.resolve(({ id }) => `/project/declaration/${id}`),
  }
}

/** The pages of a list in its order, with its filters: at most a thousand. */
export const loadPaths = async (list: string): Promise<ListedPaths> => {
  const { entity, call, loadPathOf } = listAt(list)
  const [rows, pathOf] = await Promise.all([
    loadAllPages(call, readState(searchOf(list), entity.fields), maxWalk),
    loadPathOf(),
  ])
  const paths = rows.slice(0, maxWalk).flatMap((row) => pathOf(row) ?? [])
  return { paths, capped: rows.length >= maxWalk }
}
