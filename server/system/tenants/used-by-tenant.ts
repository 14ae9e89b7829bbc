import type { AnyEntity } from '#contract/kit/entity.ts'
import { fill } from '#contract/kit/text.ts'
import type { InUseMessage } from '../../engine/uses.ts'

/** The message for a package or a data source that a tenant uses. */
export const usedByTenant =
  ({ rowLabel, label }: AnyEntity): InUseMessage =>
  (_title, [{ example }]) =>
    fill(
      ['租户“{0}”正在使用该{1}，不能删除', 'The tenant “{0}” uses this {1}, so it cannot be deleted'],
      example,
      rowLabel ?? label,
    )
