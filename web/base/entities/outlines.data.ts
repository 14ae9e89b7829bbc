import { entities } from '#contract/index.ts'
import type { Endpoint } from '#contract/kit/call.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { snake, type Text } from '#contract/kit/text.ts'

/** What the console knows of every entity at once. Its fields and actions come with the pages that show them. */
export interface StoredOutline extends Pick<AnyEntity, 'area' | 'name' | 'label' | 'path' | 'title'> {
  /** Only where it is not the name in snake case. */
  readonly code?: string
  readonly rowLabel?: Text
  readonly screen?: string
  readonly isView?: true
  readonly hasRecycleBin?: true
  /** Whether an earlier state of a row can be restored; drafts have versions of their own. */
  readonly isRevertible?: true
  /** Whether all its rows are loaded to pick one: as a tree or as options, which its other calls of these names do not promise. */
  readonly isListable?: true
  /** What the calls that read its rows add to its path: a whole tree, all options, a page, one row. Whole paths would cost 0.5 kB. */
  readonly reads: Partial<Record<'tree' | 'select' | 'page' | 'detail', string>>
}

const storedOutlineOf = (entity: AnyEntity): StoredOutline => {
  const { area, name, label, rowLabel, code, path, title, screen, isView, verbs, calls } = entity
  const edit = calls.update ?? calls.submit
  const afterPath = (call: Endpoint | undefined) => call?.path.slice(path.length)
  return {
    area,
    name,
    label,
    rowLabel,
    code: code === snake(name) ? undefined : code,
    path,
    title,
    screen,
    isView,
    hasRecycleBin: verbs.includes('removed') || undefined,
    isRevertible: (edit !== undefined && edit.body !== 'draft') || undefined,
    isListable: verbs.includes('tree') || verbs.includes('select') || undefined,
    reads: {
      tree: afterPath(calls.tree),
      select: afterPath(calls.select),
      page: afterPath(calls.page ?? calls.list),
      detail: afterPath(calls.detail),
    },
  }
}

/** Of all entities, in the order of the register. The build replaces this file by its values (tools/constant-data.ts). */
export const storedOutlines: readonly StoredOutline[] = Object.values(entities).map(storedOutlineOf)
