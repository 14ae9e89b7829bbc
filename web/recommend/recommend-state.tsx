import { recommend } from '#contract/project/recommend.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Tag, type Tone } from '#web/ui/notice.tsx'

const tones: Readonly<Record<string, Tone>> = {
  draft: 'calm',
  running: 'busy',
  returned: 'ask',
  recommended: 'good',
  ended: 'bad',
}

/** The name and the tone of the state of a recommendation. */
export const recommendStateOf = (state: string | null) => {
  const label = recommend.fields.recommendState.choices.find(([one]) => one === state)?.[1]
  return label ? { label, tone: tones[state ?? ''] ?? ('calm' as const) } : null
}

export const RecommendState = ({ state }: { state: string | null }) => {
  const t = useLocalize()
  const found = recommendStateOf(state)
  return found ? <Tag tone={found.tone}>{t(found.label)}</Tag> : null
}
