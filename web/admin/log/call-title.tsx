import type { RowOf } from '#contract/kit/entity.ts'
import type { logApi } from '#contract/log/log-api.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { callLabels } from './call-labels.data.ts'

/** What was called, in English; the log stores the title in Chinese. */
export const CallTitle = ({ title, methodClass, methodName }: RowOf<typeof logApi>) => {
  const t = useLocalize()
  const group = callLabels[methodClass ?? '']
  const label = group?.calls[methodName ?? '']
  if (!label) return title
  return group.label ? `${t(group.label)} · ${t(label)}` : t(label)
}
