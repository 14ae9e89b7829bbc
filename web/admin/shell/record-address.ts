import type { RecordMatch } from '#contract/desk/record-search.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { screenPathOf } from '#web/base/page/screen-paths.ts'

/** The list of an entity with only this record: filtered by its most specific field, or by its id. */
export const recordAddress = (entity: AnyEntity, { id, fields }: RecordMatch): string => {
  const [field] = fields
  const filter = field ? { [`${field.name}_equal`]: field.value } : { id }
  return `${screenPathOf(entity)}?${new URLSearchParams(filter)}`
}
