import type { Choice } from '#contract/kit/field.ts'
import type { Text } from '#contract/kit/text.ts'
import type { Tone } from '#web/ui/notice.tsx'

const tones: Readonly<Record<string, Tone>> = {
  running: 'busy',
  returned: 'ask',
  approved: 'good',
  refused: 'bad',
  cancelled: 'calm',
  ended: 'bad',
}

/** The state of a request, as the head of its page shows it; null for one that the field does not know. */
export const requestStateOf = (
  { choices }: { readonly choices: readonly Choice[] },
  state: string | null,
): { label: Text; tone: Tone } | null => {
  const label = choices.find(([value]) => value === state)?.[1]
  return label ? { label, tone: tones[state ?? ''] ?? 'calm' } : null
}
