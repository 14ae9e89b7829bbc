import { calls } from '#contract/calls.ts'
import { entities } from '#contract/index.ts'
import type { Endpoint } from '#contract/kit/call.ts'
import type { AnyEntity, RowOf } from '#contract/kit/entity.ts'
import type { logApi } from '#contract/log/log-api.ts'
import { useLocalize } from '#web/base/api/language.ts'

type Group = Readonly<Record<string, Endpoint | undefined>>

/** What was called, in English; the log stores the title in Chinese. */
export const CallTitle = ({ title, methodClass, methodName }: RowOf<typeof logApi>) => {
  const t = useLocalize()
  const entity = (entities as Readonly<Record<string, AnyEntity>>)[methodClass ?? '']
  const group = (calls as Readonly<Record<string, Group>>)[methodClass ?? ''] ?? (entity?.calls as Group | undefined)
  const label = group?.[methodName ?? '']?.label
  if (!label) return title
  return entity && !(entity.name in calls) ? `${t(entity.label)} · ${t(label)}` : t(label)
}
